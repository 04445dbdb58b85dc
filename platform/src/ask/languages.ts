/** Words of a question that carry no meaning, by language. */
const ASKING: readonly ReadonlySet<string>[] = [
  `el la los las un una unos unas de del en y o a al que qué cómo como cuál cuáles cuándo cuánto cuánta cuántos cuántas
   dónde quién por para con sin se es son está están puedo puede pueden hay tiene tienen mi su sus lo le me sobre hacer
   hago debo usar`,
  `le la les un une des du de d l à au aux en et ou que quel quelle quels quelles comment combien quand où qui pourquoi
   est sont être peut puis je on il elle ils y a ont avec sans pour sur dans ce cette ces se s sa son ses mon ma mes qu c
   faire faut dois utiliser`,
  `der die das den dem des ein eine einen einem einer und oder in im auf an am zu zum zur von vom mit ohne für ist sind
   wird werden wie was wer wo wann warum welche welcher welches welchen viele viel lange kann ich man es gibt hat haben
   sich bei nach aus mein meine muss`,
  `o a os as um uma de do da dos das em no na nos nas e ou que qual quais como quando quanto quantos quantas quanta onde
   quem por para com sem se é são está posso pode há tem meu minha fazer devo usar`,
  `il lo la i gli le un uno una di del della dei delle in nel nella e o che quale quali come quando quanto quanti quante
   dove chi perché per con senza si è sono posso può ha fare devo`,
  `de het een en of in op van met zonder voor is zijn hoe wat wie waar wanneer waarom welke veel lang kan ik men er je
   mijn moet`,
  `и или в во на с со к по для из от до не как что кто где когда почему какой какая какое какие каком сколько можно ли
   это есть быть мне я мой нужно`,
].map((words) => new Set(words.split(/\s+/)));

/** Words of languages with a script of their own. */
const ASKING_BY_SCRIPT: ReadonlySet<string> = new Set(
  `如何 怎么 怎麼 怎样 什么 什麼 哪些 哪个 哪個 哪里 为什么 為什麼 多少 几 幾 多久 多长 多長 何时 何時 时候 時候 时间 時間 是否 可以 能 能否 需要 应该 應該 想 要 做
   何 どう どの どれ どこ どんな いつ いくら いくつ なぜ どうして どうやって どのくらい くらい 方法 でき できる できます ますか ですか 何個
   어떻게 무엇 무엇인 뭐 언제 어디 어디에 누가 얼마 얼마나 오래 몇 어떤 수 있나요 있습니까 할 되나요 방법
   อย่างไร ยังไง อะไร เท่าไร เท่าไหร่ กี่ เมื่อไร เมื่อไหร่ ที่ไหน ใคร ทำไม ไหม ต้อง ทำ นาน`.split(/\s+/),
);

/** Minimum share of the words of a question in such a language that are among these. */
const MIN_SHARE = 0.3;

/**
 * The words of a question that carry no meaning, in its likely language: the one with most of its words. `english` are
 * the English ones.
 */
export function askingWords(
  words: readonly string[],
  english: ReadonlySet<string>,
): (word: string) => boolean {
  const known = (set: ReadonlySet<string>) => words.filter((word) => set.has(word)).length;
  let best = english;
  let most = Math.max(known(english), words.length * MIN_SHARE);
  for (const set of ASKING) {
    const count = known(set);
    if (count > most) [best, most] = [set, count];
  }
  return (word) => best.has(word) || ASKING_BY_SCRIPT.has(word);
}
