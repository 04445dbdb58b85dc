import type {
  McpUiAppCapabilities,
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiInitializeResult,
  McpUiRequestDisplayModeResult,
} from '@modelcontextprotocol/ext-apps';

/** The revision of the extension that this page supports. */
const PROTOCOL = '2026-01-26';

const METHOD_NOT_FOUND = -32601;

const CAPABILITIES: McpUiAppCapabilities = { availableDisplayModes: ['inline', 'fullscreen'] };

/** The parts of a tool result that this page reads. */
export interface ToolResult {
  content?: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

interface HostListener {
  /** The arguments of the call whose result is shown. */
  input(args: Record<string, unknown>): void;
  result(result: ToolResult): void;
  cancelled(): void;
  /** Changes of the host's context. */
  context(context: McpUiHostContext): void;
}

interface RpcMessage {
  jsonrpc?: unknown;
  id?: string | number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message?: string };
}

interface PendingRpc {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The host of this page, reached through JSON-RPC messages to the parent window. */
export class AppHost {
  capabilities: McpUiHostCapabilities = {};
  context: McpUiHostContext = {};
  readonly #listener: HostListener;
  readonly #waiting = new Map<string | number, PendingRpc>();
  #asked = 0;

  constructor(listener: HostListener) {
    this.#listener = listener;
    window.addEventListener('message', ({ source, data }) => {
      if (source === window.parent && isMessage(data)) this.#receive(data);
    });
  }

  /** Negotiates capabilities with the host, which sends nothing before that. */
  async connect(): Promise<void> {
    const { hostCapabilities, hostContext } = await this.#ask<McpUiInitializeResult>(
      'ui/initialize',
      {
        appInfo: { name: 'docs-platform-change-request', version: '1.0.0' },
        appCapabilities: CAPABILITIES,
        protocolVersion: PROTOCOL,
      },
    );
    this.capabilities = hostCapabilities ?? {};
    this.#surround(hostContext ?? {});
    this.#notify('ui/notifications/initialized', {});
  }

  /** Calls a tool of the server. The host may ask the person first, and so may the server. */
  callTool(name: string, args: Record<string, unknown>): Promise<ToolResult> {
    return this.#ask('tools/call', { name, arguments: args });
  }

  /** The text of a resource of the server. */
  async read(uri: string): Promise<string> {
    const { contents } = await this.#ask<{ contents: { text?: string }[] }>('resources/read', {
      uri,
    });
    const text = contents[0]?.text;
    if (text === undefined) throw new Error('The resource contains no text.');
    return text;
  }

  /** Asks the host to open an address in a browser, if it supports that. */
  async open(url: string): Promise<void> {
    await this.#ask('ui/open-link', { url });
  }

  /** The display mode to switch to; undefined if the host has no other. */
  get nextMode(): 'fullscreen' | 'inline' | undefined {
    const { displayMode = 'inline', availableDisplayModes = [] } = this.context;
    const next = displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
    return availableDisplayModes.includes(next) ? next : undefined;
  }

  /** Asks the host for another display mode. The host decides. */
  async requestMode(mode: 'fullscreen' | 'inline'): Promise<void> {
    const given = await this.#ask<McpUiRequestDisplayModeResult>('ui/request-display-mode', {
      mode,
    });
    this.#surround({ displayMode: given.mode });
  }

  /** Reports to the model what the person did here. */
  async tellModel(text: string): Promise<void> {
    if (!this.capabilities.updateModelContext) return;
    await this.#ask('ui/update-model-context', { content: [{ type: 'text', text }] });
  }

  /** Reports the height of the page in pixels, so that the host can resize its frame. */
  tellHeight(height: number): void {
    this.#notify('ui/notifications/size-changed', { height });
  }

  #ask<T>(method: string, params: object): Promise<T> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as T), reject });
      this.#send({ id, method, params });
    });
  }

  #notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  /** The page does not know its host's origin, and sends nothing that the host does not know already. */
  #send(message: object): void {
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }

  #receive(message: RpcMessage): void {
    const { id, method, params, result, error } = message;
    if (method === undefined && id !== undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message ?? 'The host refused the request.'));
      else waiting?.resolve(result);
    } else if (method !== undefined && id !== undefined) this.#answer(id, method);
    else if (method !== undefined) this.#hear(method, params);
  }

  #answer(id: string | number, method: string): void {
    const isKnown = method === 'ping' || method === 'ui/resource-teardown';
    const error = { code: METHOD_NOT_FOUND, message: `Unknown method ${method}.` };
    this.#send(isKnown ? { id, result: {} } : { id, error });
  }

  #hear(method: string, params: unknown): void {
    if (method === 'ui/notifications/tool-input') {
      const { arguments: args } = params as { arguments?: Record<string, unknown> };
      this.#listener.input(args ?? {});
    } else if (method === 'ui/notifications/tool-result') {
      this.#listener.result(params as ToolResult);
    } else if (method === 'ui/notifications/tool-cancelled') this.#listener.cancelled();
    else if (method === 'ui/notifications/host-context-changed') {
      this.#surround(params as McpUiHostContext);
    }
  }

  #surround(change: McpUiHostContext): void {
    this.context = { ...this.context, ...change };
    this.#listener.context(this.context);
  }
}

function isMessage(data: unknown): data is RpcMessage {
  return typeof data === 'object' && data !== null && (data as RpcMessage).jsonrpc === '2.0';
}
