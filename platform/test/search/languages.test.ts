import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { SEPARATED_WORDS } from '../../src/content/schema.ts';
import { MIGRATIONS } from '../../src/database.ts';
import { phraseOf } from '../../src/search/search.ts';
import { Database } from '../../src/store/database.ts';
import { FILE } from '../../src/store/open.ts';
import {
  DEV_GUIDE,
  ORGANIZATION,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

const PAGES = {
  知识库: '## 检索设置\n\n请使用Docker部署。分段长度默认为 500 个字符，备份保留三十天。\n',
  数据迁移: '迁移之前要停止所有任务。\n',
  導入手順:
    'サーバーを再起動すると、設定ファイルが読み込まれます。\n\n## 料金\n\n料金は月額500円です。\n',
  '서버 설정': '서버를 설치하려면 관리자 권한이 필요합니다. 로그는 30일 동안 보관됩니다.\n',
  การติดตั้ง: 'เซิร์ฟเวอร์ต้องมีหน่วยความจำอย่างน้อย 4 กิกะไบต์\n',
  Vögel: 'Der Aufruf heißt getPlumageColour.\n',
  Anschrift: 'Die Straße steht im Pro\ufb01l.\n',
  Adresse: 'Auch eine Hauptstrasse hat ein Profil.\n',
};

let folder: string;
let platform: TestPlatform;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
  platform = await startTestPlatform({ data: folder });
  await publish(
    platform.editor,
    `/spaces/${DEV_GUIDE}`,
    Object.entries(PAGES).map(([title, markdown]) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
    })),
  );
});

afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

const find = async (query: string) => {
  const path = `/spaces/${DEV_GUIDE}/search?query=${encodeURIComponent(query)}`;
  return (await platform.reader('GET', path)).json.items;
};

const ask = async (query: string) => {
  const path = `/orgs/${ORGANIZATION}/ask?format=markdown`;
  return (await platform.reader('POST', path, { query })).json.answer.answer.markdown;
};

describe('a word with letters that are also written as several', () => {
  it.each(['strasse', 'Straße', 'STRASSE', 'profil', 'pro\ufb01l'])(
    'is found however it is spelled: %s',
    async (query) => {
      expect((await find(query)).map(({ title }: { title: string }) => title)).toContain(
        'Anschrift',
      );
    },
  );

  it('is shown as it was written', async () => {
    const [page] = await find('strasse profil');
    expect(page?.sections[0]?.body).toContain('Die Straße steht im Pro\ufb01l.');
  });
});

describe('a word that no spaces separate from its neighbours', () => {
  it.each([
    ['检索', '知识库'],
    ['Docker', '知识库'],
    ['docker 部署', '知识库'],
    ['如何迁移数据', '数据迁移'],
    ['設定ファイル', '導入手順'],
    ['サーバーの再起動', '導入手順'],
    ['서버', '서버 설정'],
    ['관리자가', '서버 설정'],
    ['หน่วยความจำ', 'การติดตั้ง'],
  ])('is found: %s', async (query, title) => {
    expect((await find(query))[0]).toMatchObject({ title });
  });

  it('is not found if its letters are apart', async () => {
    expect(await find('检测')).toEqual([]);
  });

  it('is shown as it was written', async () => {
    const [page] = await find('检索');
    expect(JSON.stringify(page)).not.toContain('\\u001f');
    expect(page?.sections[0]).toMatchObject({ title: '检索设置' });
    expect(page?.sections[0]?.body).toContain('请使用Docker部署。');
  });

  it.each([
    ['备份保留多久？', '备份保留三十天'],
    ['料金はいくらですか？', '料金は月額500円です'],
    ['로그는 얼마나 보관되나요?', '30일 동안 보관됩니다'],
  ])('answers a question: %s', async (question, told) => {
    expect(await ask(question)).toContain(told);
  });

  it('is found in data of an earlier version soon after the start', async () => {
    await platform.close();
    const db = new Database(join(folder, FILE));
    db.script(`
      CREATE TEMP TABLE earlier AS SELECT * FROM section_as_written;
      DELETE FROM section;
      DROP TRIGGER section_added;
      DROP TRIGGER section_removed;
      DROP TABLE section_text;
      DROP VIEW section_as_written;
      ALTER TABLE section DROP COLUMN parts;
      ALTER TABLE section DROP COLUMN above;
      ALTER TABLE section DROP COLUMN roles;
      DROP TABLE prepared_index;
      DROP TABLE held_branch;
      ALTER TABLE unindexed DROP COLUMN prepared;
      ALTER TABLE git_file DROP COLUMN source;
      ALTER TABLE git_run DROP COLUMN owner;
      ALTER TABLE import_run DROP COLUMN owner;
      ALTER TABLE git_tree DROP COLUMN vars;
      DROP INDEX user_by_email;
      DROP INDEX content_role_by_user;
      CREATE VIRTUAL TABLE section_text USING fts5(title, heading, body, content='section', content_rowid='id');
      CREATE TRIGGER section_added AFTER INSERT ON section BEGIN
        INSERT INTO section_text (rowid, title, heading, body) VALUES (NEW.id, NEW.title, NEW.heading, NEW.body);
      END;
      CREATE TRIGGER section_removed AFTER DELETE ON section BEGIN SELECT 1; END;
      INSERT INTO section SELECT * FROM earlier;
      PRAGMA user_version = ${MIGRATIONS.indexOf(SEPARATED_WORDS)};
    `);
    db.close();
    platform = await startTestPlatform({ data: folder });
    await eventually(async () =>
      expect((await find('检索'))[0]).toMatchObject({ title: '知识库' }),
    );
    expect((await find('检索'))[0]?.sections).toHaveLength(1);
    await eventually(async () =>
      expect((await find('plumage'))[0]).toMatchObject({ title: 'Vögel' }),
    );
  });
});

it('searches literally for the beginning of a long text whose letters are words of their own', () => {
  const letters = [...'文字列の検索と置換を行う関数の使い方を説明します'].slice(0, 24);
  const [beginning, query] = [letters.join(''), letters.join('').repeat(20)];
  expect(phraseOf(query)).toBe(phraseOf(beginning));
});
