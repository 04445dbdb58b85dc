/** Where a host gets the platform token from. */
export type TokenSource =
  /** No token is needed: the embedded platform, or a server with a sign-in. */
  | { kind: 'none' }
  /** The variable DOCS_PLATFORM_TOKEN of the host's environment. */
  | { kind: 'variable' }
  /** The host asks for it and keeps it. */
  | { kind: 'input' }
  /** It is written into the host's own file. */
  | { kind: 'stored'; token: string };

export const TOKEN_KINDS = ['variable', 'input', 'stored', 'none'] as const;

/** How a host reaches the server: a program that it starts, or an address. Contains no token. */
export type ServerLocation =
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string> }
  | { kind: 'http'; url: string; headers: Record<string, string> };

/** One server as a host has it. */
export interface ServerEntry {
  name: string;
  reach: ServerLocation;
  token: TokenSource;
}

/** The variable that the program reads the token from. */
export const TOKEN_VARIABLE = 'DOCS_PLATFORM_TOKEN';
/** Identifies an input of VS Code. */
export const INPUT_ID = 'docs-platform-token';

/** The choices besides the server's location. */
export interface ServerChoices {
  toolsets?: readonly string[];
  readOnly?: boolean;
}

/** How to start the program: through npx, or as the file that is running. */
export interface ServerProgram {
  launch: 'npx' | 'node';
  /** File of the running program. */
  cli: string;
  /** The node that runs it. */
  node: string;
  /** Name of the published package. */
  packageName: string;
  windows: boolean;
  /** Address of the platform; absent: the public one, or the embedded platform if there is no token. */
  platformUrl?: string;
}

/** A server that the host starts. */
export function startedServer(
  program: ServerProgram,
  { toolsets, readOnly }: ServerChoices,
): ServerLocation {
  const options = [
    ...(toolsets?.length ? ['--toolsets', toolsets.join(',')] : []),
    ...(readOnly ? ['--read-only'] : []),
  ];
  const env: Record<string, string> = program.platformUrl
    ? { DOCS_PLATFORM_URL: program.platformUrl }
    : {};
  const { launch, windows, packageName, node, cli } = program;
  if (launch === 'node') return { kind: 'stdio', command: node, args: [cli, ...options], env };
  const npx = ['npx', '-y', packageName, ...options];
  // Hosts on Windows cannot start npx directly, because it is a script there.
  const [command = '', ...args] = windows ? ['cmd', '/c', ...npx] : npx;
  return { kind: 'stdio', command, args, env };
}

/** A team's server at its address. */
export function remoteServer(url: string, { toolsets, readOnly }: ServerChoices): ServerLocation {
  return {
    kind: 'http',
    url,
    headers: {
      ...(toolsets?.length && { 'X-MCP-Toolsets': toolsets.join(',') }),
      ...(readOnly && { 'X-MCP-Readonly': 'true' }),
    },
  };
}

/** The same with the token inserted where the server expects it. */
export function withToken(reach: ServerLocation, text: string | undefined): ServerLocation {
  if (text === undefined) return reach;
  return reach.kind === 'stdio'
    ? { ...reach, env: { ...reach.env, [TOKEN_VARIABLE]: text } }
    : { ...reach, headers: { ...reach.headers, Authorization: `Bearer ${text}` } };
}
