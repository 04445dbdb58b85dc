import { describe, expect, it } from 'vitest';
import { Markdown, serviceFragments } from '../src/index.ts';

describe('fragments of headings in other scripts', () => {
  it.each([
    ['Detalhes da execução', 'detalhes-da-execucao'],
    ['2. Création d’une base', 'id-2.-creation-dune-base'],
    ['Über uns', 'ueber-uns'],
    ['Über uns', 'uber-uns'],
    ['Größe', 'groesse'],
    ['Настройка хоста и файл', 'nastroika-khosta-i-fail'],
    ['Ещё помощь', 'eshyo-pomosh'],
    ['适用角色', 'shi-yong-jue-se'],
    ['使用ProGuard管理依赖项', 'shi-yong-proguard-guan-li-yi-lai-xiang'],
    ['什么是 MCP（Model Context）？', 'shen-me-shi-mcpmodel-context'],
    ['1. 使用 API 密钥！', 'id-1.-shi-yong-api-mi-yao'],
  ])('of %s include %s', (heading, fragment) => {
    expect(Markdown.read(`## ${heading}\n`).fragments.has(fragment)).toBe(true);
  });

  it.each([
    ['Detalhes da execução', 'detalhes-da-execuo'],
    ['适用角色', 'shi-yong-jue'],
    ['适用角色', 'shi-yong-jue-4'],
    ['使用ProGuard', 'shi-yong-webpack'],
    ['設定する', 'she-ding'],
    ['Setup', 'set-up-now'],
  ])('of %s do not include %s', (heading, fragment) => {
    expect(Markdown.read(`## ${heading}\n`).fragments.has(fragment)).toBe(false);
  });

  it('spell a dollar sign, or leave it out', () => {
    const { fragments } = Markdown.read('## $retry & $delay\\_ms\n');
    const names = ['usdretry-and-usddelay_ms', 'retry-and-delay_ms', 'retry-usd'];
    expect(names.map((name) => fragments.has(name))).toEqual([true, true, false]);
    expect(Markdown.read('## $retry\n').fragments.has('retry')).toBe(true);
    expect(serviceFragments('$retry')).toEqual(['usdretry', 'retry']);
  });

  it('count headings that are alike', () => {
    const { fragments } = Markdown.read('## Ação\n\n## Ação\n\n## 角色\n\n## 角色\n');
    expect(['acao', 'acao-1', 'acao-2'].map((name) => fragments.has(name))).toEqual([
      true,
      true,
      false,
    ]);
    expect(fragments.has('jue-se-1')).toBe(true);
  });

  it('count anchors that headings repeat', () => {
    const heading = '## Part <a href="#part" id="part"></a>\n';
    const md = Markdown.read(`${heading}\n${heading}\n## Part\n`);
    expect(md.headings.map(({ anchor }) => anchor)).toEqual(['part', 'part-1', 'part-2']);
    const { fragments } = md;
    expect(['part-1', 'part-2', 'part-3'].map((name) => fragments.has(name))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of a heading with a given id are not derived from its text', () => {
    const { fragments } = Markdown.read('## Setup guide {#start}\n');
    expect(['start', 'setup-guide'].map((name) => fragments.has(name))).toEqual([true, false]);
  });

  it('are those of expandables, too', () => {
    const { fragments } = Markdown.read(
      '<details>\n\n<summary>Où ça mène</summary>\n\nLà\n\n</details>\n',
    );
    expect(fragments.has('ou-ca-mene')).toBe(true);
    expect(fragments.has('ou-ca')).toBe(false);
  });

  it('of long headings include those that the service cuts after 100 characters', () => {
    const heading = `The unit doesn’t fit ${'any part of a long list '.repeat(5)}`;
    const cut =
      'the-unit-doesnt-fit-any-part-of-a-long-list-any-part-of-a-long-list-any-part-of-a-long-list-any-part';
    const { fragments } = Markdown.read(`## ${heading}\n`);
    expect(fragments.has(cut)).toBe(true);
    expect(fragments.has(cut.slice(0, -1))).toBe(false);
    expect(serviceFragments(heading)).toContain(cut);
  });

  it('begin with the form in the letters of the heading', () => {
    expect(serviceFragments('Ação é')).toEqual(['ação-é', 'acao-e']);
    expect(serviceFragments('Plain words')).toEqual(['plain-words']);
  });
});
