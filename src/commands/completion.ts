import type { Command } from 'commander';
import { print } from './output.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** What a command offers for completion. */
interface Words {
  name: string;
  description: string;
  options: { flag: string; description: string }[];
}

/** Adds `completion`. */
export function addCompletion(program: Command): void {
  const command = program
    .command('completion')
    .description('print a script for completion of commands and options in a shell');
  for (const shell of SHELLS) {
    command
      .command(shell)
      .description(HOW_TO[shell])
      .action(() => print(SCRIPTS[shell](program.name(), wordsOf(program))));
  }
}

const HOW_TO: Record<Shell, string> = {
  bash: 'for ~/.bashrc: source <(docs-platform-mcp completion bash)',
  zsh: 'for ~/.zshrc: source <(docs-platform-mcp completion zsh)',
  fish: 'docs-platform-mcp completion fish > ~/.config/fish/completions/docs-platform-mcp.fish',
};

const SCRIPTS: Record<Shell, (name: string, words: readonly Words[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function wordsOf(program: Command): Words[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [
      ...command.commands.map((inner) => ({ flag: inner.name(), description: '' })),
      ...command.options.flatMap(({ long, description }) =>
        long ? [{ flag: long, description }] : [],
      ),
    ],
  }));
}

function bashScript(name: string, words: readonly Words[]): string {
  const cases = words.map(
    (word) => `    ${word.name}) words="${word.options.map(({ flag }) => flag).join(' ')}" ;;`,
  );
  return `_${functionOf(name)}() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${words.map((word) => word.name).join(' ')} --help --version"
  else
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _${functionOf(name)} ${name}`;
}

function zshScript(name: string, words: readonly Words[]): string {
  const commands = words.map(
    (word) => `    ${quoted(`${word.name}:${word.description.replaceAll(':', ' ')}`)}`,
  );
  const cases = words.map(
    (word) =>
      `    ${word.name}) options=(${word.options.map(({ flag, description }) => quoted(`${flag}:${description.replaceAll(':', ' ')}`)).join(' ')}) ;;`,
  );
  return `#compdef ${name}
_${functionOf(name)}() {
  local -a commands options
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  _describe option options || _files
}
compdef _${functionOf(name)} ${name}`;
}

function fishScript(name: string, words: readonly Words[]): string {
  const lines = words.flatMap((word) => [
    `complete -c ${name} -n __fish_use_subcommand -f -a ${word.name} -d ${quoted(word.description)}`,
    ...word.options.map(({ flag, description }) => {
      const offered = flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-f -a ${flag}`;
      return `complete -c ${name} -n '__fish_seen_subcommand_from ${word.name}' ${offered} -d ${quoted(description)}`;
    }),
  ]);
  return lines.join('\n');
}

function functionOf(name: string): string {
  return name.replaceAll('-', '_');
}

/** In single quotes, where a shell expands nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
