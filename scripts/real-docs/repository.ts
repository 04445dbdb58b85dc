import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const IDENTITY = ['-c', 'user.name=real-docs', '-c', 'user.email=real-docs@example.com'];
const MAX_BUFFER = 1024 ** 3;

const ORIGIN = ['--get', 'remote.origin.url'];

/** The mode of a submodule, whose commit is in another repository. */
const SUBMODULE = '160000';

/** A repository with the contents of a given one or of a folder, to which exports can be pushed. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'real-docs-'));
  readonly name: string;
  /** The newest commit of the given repository, and its date. */
  readonly commit: string | undefined;
  readonly date: string | undefined;
  /** Files whose content is missing in the given repository; they have a small placeholder. */
  readonly missing: string[] = [];

  constructor(given: string) {
    const source = resolve(given);
    this.git(['init', '--quiet', '--bare', '--initial-branch=main', '.']);
    const gitFolder = [join(source, '.git'), source].find((path) =>
      existsSync(join(path, 'objects')),
    );
    const remote = gitFolder && this.#read(gitFolder, ['config', '--default', '', ...ORIGIN]);
    this.name = nameOf(remote?.trim() ?? '', source);
    if (gitFolder) {
      const [commit, date] = this.#read(gitFolder, ['log', '-1', '--format=%H %cs'])
        .trim()
        .split(' ');
      this.commit = commit;
      this.date = date;
      writeFileSync(
        join(this.folder, 'objects/info/alternates'),
        `${join(gitFolder, 'objects')}\n`,
      );
      this.#copyTree(this.#read(gitFolder, ['ls-tree', '-r', '-z', 'HEAD']));
    } else {
      this.git(['--work-tree', source, 'add', '--all', '--force', '.']);
    }
    this.git(['update-ref', 'refs/heads/main', this.#commitTree(this.git(['write-tree']).trim())]);
  }

  get url(): string {
    return pathToFileURL(this.folder).href;
  }

  git(args: readonly string[], input?: string): string {
    return execFileSync('git', [...IDENTITY, ...args], {
      cwd: this.folder,
      maxBuffer: MAX_BUFFER,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, GIT_ALLOW_PROTOCOL: 'none' },
      ...(input !== undefined && { input }),
    }).toString();
  }

  /** The object ids of files and submodules by path, on a branch or in a commit. */
  tree(revision: string): Map<string, string> {
    const lines = this.git(['ls-tree', '-r', '-z', revision]).split('\0');
    return new Map(
      lines.flatMap((line) => {
        const [, oid, path] = /^\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
        return oid && path ? [[path, oid]] : [];
      }),
    );
  }

  read(revision: string, path: string): string {
    return this.git(['cat-file', 'blob', `${revision}:${path}`]);
  }

  /** A branch at the position of main. */
  branch(name: string): string {
    this.git(['update-ref', `refs/heads/${name}`, 'refs/heads/main']);
    return `refs/heads/${name}`;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #read(gitFolder: string, args: readonly string[]): string {
    return this.git(['--git-dir', gitFolder, ...args]);
  }

  #copyTree(listed: string): void {
    const entries = listed.split('\0').flatMap((line) => {
      const [, mode, oid, path] = /^(\d+) (?:blob|commit) (\w+)\t(.*)$/s.exec(line) ?? [];
      return mode && oid && path ? [{ mode, oid, path }] : [];
    });
    const oids = entries.map(({ oid }) => oid).join('\n');
    const checked = this.git(['cat-file', '--batch-check'], `${oids}\n`).split('\n');
    const index = entries.map(({ mode, oid, path }, at) => {
      const isPresent = mode === SUBMODULE || !checked[at]?.endsWith('missing');
      if (isPresent) return `${mode} ${oid}\t${path}\0`;
      this.missing.push(path);
      const stand = this.git(['hash-object', '-w', '--stdin'], `Stands for ${path}\n`).trim();
      return `${mode} ${stand}\t${path}\0`;
    });
    this.git(['update-index', '-z', '--index-info'], index.join(''));
  }

  #commitTree(tree: string): string {
    return this.git(['commit-tree', tree, '-m', 'As it is']).trim();
  }
}

/** The folders of a working copy that contain spaces: those with a table of contents. */
export function spacesOf(copy: Copy): string[] {
  const folders = [...copy.tree('main').keys()].flatMap((path) =>
    basename(path) === 'SUMMARY.md' ? [path.slice(0, -'SUMMARY.md'.length).replace(/\/$/, '')] : [],
  );
  const outer = folders.filter(
    (folder) => !folders.some((other) => other !== folder && isBelow(folder, other)),
  );
  return outer.length > 0 ? outer : [''];
}

function isBelow(folder: string, other: string): boolean {
  return other === '' || folder.startsWith(`${other}/`);
}

/** `owner/repository` of the remote, unless that is a local folder, else the folder's name. */
function nameOf(remote: string, folder: string): string {
  const isElsewhere = /^(?:[a-z+]+:\/\/|[^/]+:)/.test(remote) && !remote.startsWith('file:');
  const [, name] = (isElsewhere && /([^/:]+\/[^/:]+?)(?:\.git)?\/?$/.exec(remote)) || [];
  return name ?? basename(folder).replace(/\.git$/, '');
}
