import { fields, pickFields } from './fields.ts';
import { listView } from './list.ts';
import { pageView } from './page.ts';
import { searchView } from './search.ts';
import { specificationView } from './specification.ts';
import { treeView } from './tree.ts';
import type { View } from './view.ts';

/** One large object; callers may select a few of its fields. */
const objectView: View = {
  params: { fields },
  select: pickFields,
  shrink: (facts) => facts,
};

export const views = {
  object: objectView,
  list: listView,
  search: searchView,
  tree: treeView,
  page: pageView,
  specification: specificationView,
} satisfies Record<string, View>;
