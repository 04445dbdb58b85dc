import { MANIFESTS } from './manifests.ts';
import { pluginTexts } from './plugin.ts';

export { badges } from './links.ts';

/** Every file with which hosts and registries install this program, by path. */
export function packageFiles(): Map<string, string> {
  const files = pluginTexts();
  for (const [path, content] of Object.entries(MANIFESTS)) {
    files.set(path, `${JSON.stringify(content, null, 2)}\n`);
  }
  return files;
}
