import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { broken, errorText, type Finding, ok, type Subject, warning } from './finding.ts';

const SUBJECT: Subject = { id: 'database', title: 'Database' };
const ADVICE =
  'Put a backup of the folder in its place ("platform --export" writes one that "platform --import" reads), or name another folder with --data.';

/** Whether the embedded platform's database opens and is intact. */
export async function checkDatabase(folder: string | undefined): Promise<Finding> {
  const { inspect, isPlatformIn, MIGRATIONS, openDatabase } = await import(
    '@docs-platform-mcp/platform'
  );
  try {
    if (folder === undefined) {
      openDatabase(undefined).close();
      return ok(SUBJECT, 'in memory: data is lost when the server stops', {
        memory: true,
      });
    }
    if (!isPlatformIn(folder)) return await checkNewFolder(folder);
    const { file, bytes, schema, problems } = inspect(folder);
    const facts = { file, bytes, schema, newest: MIGRATIONS.length, problems };
    if (problems.length > 0) {
      return broken(SUBJECT, {
        text: `${file} is damaged: ${problems.join('; ')}`,
        advice: ADVICE,
        facts,
      });
    }
    if (schema > MIGRATIONS.length) {
      return broken(SUBJECT, {
        text: `${file} was written by a newer version of this program`,
        advice: 'Update this program, or name another folder with --data.',
        facts,
      });
    }
    return ok(SUBJECT, `${file} is intact (${Math.ceil(bytes / 1024)} KB)`, facts);
  } catch (error) {
    return broken(SUBJECT, { text: errorText(error), advice: ADVICE });
  }
}

/** If the folder does not exist yet, it must be possible to create it. */
async function checkNewFolder(folder: string): Promise<Finding> {
  const parent = await existing(resolve(folder));
  try {
    await access(parent, constants.W_OK);
    await rm(await mkdtemp(`${parent}/.doctor-`), { recursive: true });
  } catch (error) {
    return broken(SUBJECT, {
      text: `${folder} cannot be created: ${errorText(error)}`,
      advice: `Let this user write to ${parent}, or name another folder with --data.`,
    });
  }
  return warning(SUBJECT, {
    text: `${folder} has no platform yet; it is created at the first start`,
  });
}

async function existing(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder));
}
