import type { File, Page, PageAttributes, PageType } from './model.ts';
import { VersionedTable } from './versioned.ts';

interface PageRow {
  id: string;
  deleted: number;
  type: PageType;
  parent: string | null;
  position: string;
  slug: string;
  title: string;
  document: string | null;
  attributes: string;
  created_at: string;
  updated_at: string;
}

interface FileRow {
  id: string;
  deleted: number;
  name: string;
  content_type: string;
  size: number;
  width: number | null;
  height: number | null;
  blob: string;
}

export const pages = new VersionedTable<Page, PageRow>({
  table: 'page',
  columns: [
    'type',
    'parent',
    'position',
    'slug',
    'title',
    'document',
    'attributes',
    'created_at',
    'updated_at',
  ],
  encode: (page) => [
    page.type,
    page.parent,
    page.position,
    page.slug,
    page.title,
    page.document,
    JSON.stringify(page.attributes),
    page.createdAt,
    page.updatedAt,
  ],
  decode: (row) => {
    return {
      id: row.id,
      deleted: row.deleted === 1,
      type: row.type,
      parent: row.parent,
      position: row.position,
      slug: row.slug,
      title: row.title,
      document: row.document,
      attributes: JSON.parse(row.attributes) as PageAttributes,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  },
});

export const files = new VersionedTable<File, FileRow>({
  table: 'file',
  columns: ['name', 'content_type', 'size', 'width', 'height', 'blob'],
  encode: (file) => [file.name, file.contentType, file.size, file.width, file.height, file.blob],
  decode: fileFromRow,
});

export function fileFromRow(row: FileRow): File {
  return {
    id: row.id,
    deleted: row.deleted === 1,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    width: row.width,
    height: row.height,
    blob: row.blob,
  };
}
