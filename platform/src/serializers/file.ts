import type { Context } from '../auth/context.ts';
import type { File } from '../content/model.ts';

export function fileObject({ origin }: Pick<Context, 'origin'>, file: File) {
  const { width, height } = file;
  return {
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: `${origin}/files/${file.blob}/${encodeURIComponent(file.name)}`,
    size: file.size,
    ...(width !== null && height !== null && { dimensions: { width, height } }),
  };
}
