import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** The parts of the host outside of the browser: the connection to the server, and the model. */
interface Outside {
  ask(method: string, params: unknown): Promise<unknown>;
}

/** How a host displays one tool result. */
interface Shown {
  html: string;
  args: Record<string, unknown>;
  result: unknown;
  context: Record<string, unknown>;
  /** The capabilities of the host. */
  capabilities: Record<string, object>;
}

/** The parts of the DOM that the host page uses, because tests are type-checked for Node. */
interface Frame {
  contentWindow: never;
  srcdoc: string;
  style: { height: string };
}
const page = globalThis as unknown as Outside & {
  document: { getElementById(id: string): Frame };
  host: object;
};

let bridge: AppBridge;

page.host = {
  async show({ html, args, result, context, capabilities }: Shown): Promise<void> {
    const frame = page.document.getElementById('app');
    bridge = new AppBridge(null, { name: 'test-host', version: '1.0.0' }, capabilities, {
      hostContext: context,
    });
    bridge.oncalltool = async (params) => (await page.ask('tools/call', params)) as never;
    bridge.onreadresource = async (params) => (await page.ask('resources/read', params)) as never;
    bridge.onopenlink = async (params) => (await page.ask('ui/open-link', params)) as never;
    bridge.onrequestdisplaymode = async (params) =>
      (await page.ask('ui/request-display-mode', params)) as never;
    bridge.onupdatemodelcontext = async (params) =>
      (await page.ask('ui/update-model-context', params)) as never;
    bridge.onsizechange = ({ height }) => {
      if (height !== undefined) frame.style.height = `${height}px`;
    };
    const initialized = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.srcdoc = html;
    await initialized;
    await bridge.sendToolInput({ arguments: args });
    await bridge.sendToolResult(result as never);
  },
  setContext: (context: Record<string, unknown>) => bridge.setHostContext(context),
};
