/** Words of a question that carry no meaning, by language. */
const ASKING: Readonly<Record<string, ReadonlySet<string>>> = mapValues({
  es: `a al algo algún alguna como con cual cuales cuando cuanta cuantas cuanto cuantos cuál cuáles cuándo cuánta cuántas
   cuánto cuántos cómo de debo del desde donde dónde el en entre es esa ese esta estas este esto estos están está fue ha
   hace hacer hago han hasta hay la las le les lo los me mi mis más muy ni no nos o para pero por porque puede pueden
   puedo que quien quién qué se ser si sin sobre son su sus también tengo tiene tienen tu un una unas uno unos usar y ya`,
  fr: `a afin ai au aux avec avoir c ce ces cet cette comme comment combien d dans de des dois doit du elle elles en
   entre est et eux faire fait faut il ils j je l la le les leur lors lorsque m ma mais me mes mon n ne nous on ont ou où
   par pas peut peux plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont
   sous sur t ta te tes ton tu un une utiliser vers vos votre vous y à été être`,
  de: `ab aber als am an auch auf aus bei beim bekomme bin bis da damit dann das dass dazu dem den denn der des die dies
   diese diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es für gegen gibt hab habe haben
   hat ich ihr ihre im in ist ja jede jeden jeder jedes kann kannst kein keine können lange man mehr mein meine meinem
   meinen meiner mich mir mit muss müssen nach nicht noch nur ob oder ohne pro sein seine sich sie sind soll sollte über
   um und uns unser unter viel viele vielen vom von vor wann warum was welche welchem welchen welcher welches wenn wer
   werden wie wieso wird wo woher wohin worden wurde wurden zu zum zur zwischen`,
  pt: `a ao aos as com como da das de debaixo devo do dos e ela ele em entre era essa esse esta este está estão eu fazer
   foi há isso já lhe mais mas me meu meus minha minhas na nas no nos não o onde os ou para pela pelo pode podem por
   porque posso quais qual quando quanta quantas quanto quantos que quem se sem ser seu seus sobre sua suas são também
   tem tenho um uma umas uns usar é à`,
  it: `a ad agli ai al alla alle allo anche che chi ci come con cosa da dagli dai dal dalla dalle dei del della delle
   dello devo di dove e ed fare fra gli ha hanno ho i il in io la le lo ma mi mia mio nei nel nella nelle non o per perché
   più posso può quale quali quando quanta quante quanti quanto questa questo se senza si sono su sua sul sulla suo tra
   un una uno usare è`,
  nl: `aan al als alle bij dan dat de deze die dit door een en er gaat geen heb hebben heeft het hoe hoeveel ik in is je
   kan kunnen lang maar men met mijn moet moeten na naar niet nog of om onder ook op over te tot tussen uit van veel voor
   waar waarom wanneer wat welk welke wie word worden wordt zijn zonder zou`,
  ru: `а без бы быть в во где для до его ее если есть и из или их к как какая какие какое каком какой когда кто ли мне
   могу можно мой мы на над не нет но ну нужно о об от по под почему при с сколько со так такое то у что чтобы это этого
   этот я`,
});

/** Words that say little about the subject of a question, by language: an answer rarely repeats them. */
const LIGHT: Readonly<Record<string, readonly string[]>> = {
  es: words(
    `admite dura duran existe existen funciona hace llama necesita necesito permite ofrece sirve significa soporta trata ubicado usa`,
  ),
  fr: words(
    `appelle comporte dure durent existe fonctionne nécessaire offre permet permettent propose prend sert signifie supporte trouve utilise utilisé`,
  ),
  de: words(`bedeutet befindet benötigt bietet braucht brauche dauern dauert dient existiert finde findet funktioniert geht heißt lautet liegt
    macht mache möglich nötig nutzt unterstützt verwende verwendet verwenden steht bedeuten`),
  pt: words(
    `demora dura duram existe existem funciona fica faz chama precisa preciso permite oferece serve significa suporta usa`,
  ),
  it: words(
    `dura durano esiste funziona fa chiama serve permette offre significa supporta trova usa`,
  ),
  nl: words(
    `betekent biedt bestaat duren duurt gebruikt gebruik heet ligt maakt nodig ondersteunt werkt`,
  ),
  ru: words(
    `длится значит нужен нужна поддерживает работает находится называется использует используется существует`,
  ),
};

/** Words of languages with a script of their own. */
const ASKING_BY_SCRIPT: ReadonlySet<string> = new Set(
  `如何 来 來 怎么 怎麼 怎样 什么 什麼 哪些 哪个 哪個 哪里 为什么 為什麼 多少 几 幾 多久 多 多大 多长 多長 何时 何時 时候 時候 时间 時間 是否 可以 能 能否 需要 应该 應該 想 要 做
   何 どう どの どれ どこ どんな いつ いくら いくつ なぜ どうして どうやって どのくらい くらい 方法 でき できる できます ますか ですか 何個
   어떻게 무엇 무엇인 뭐 언제 어디 어디에 누가 얼마 얼마나 오래 몇 어떤 수 있나요 있습니까 할 되나요 방법 것 것은 것이 것을 거 게 건 뜻 뜻은 의미 의미는
   의미하나요 대해 대한 관한 때 왜 및 그리고 해야 하나요 이란 이며 무슨
   อย่างไร ยังไง อะไร เท่าไร เท่าไหร่ กี่ เมื่อไร เมื่อไหร่ ที่ไหน ใคร ทำไม ไหม ต้อง ทำ นาน`.split(/\s+/),
);

/** Words of such languages that an answer rarely repeats. */
const LIGHT_BY_SCRIPT: ReadonlySet<string> = new Set(
  words(`值 占 佔 放 放在 存放 位于 位於 作用 功能 用途 意思 含义 含義 定义 定義 工作 使用 用 支持 支援 是什么 介绍 介紹
   使い 使用 意味 役割 機能 対応
   사용 역할 기능 정의 개념 지원 설명 차이`),
);

/** If fewer of its words, or a smaller share, are of a language, a question does not count as written in it. */
const MIN_SHARE = 0.2;
const MIN_WORDS = 2;

/** Words that begin questions, and are words of one language only. */
const BEGINS: Readonly<Record<string, readonly string[]>> = {
  es: words('cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo dónde quién quiénes'),
  fr: words('combien pourquoi quel quelle quelles quels'),
  de: words('wann warum welche welchen welcher welches wieso wieviel wieviele woher wohin'),
  pt: words('quais quantas quantos'),
  it: words('perché quale quali quante quanti'),
  nl: words('hoeveel waarom wanneer welk welke'),
};

/** Words of a question that an answer may lack, by how much they say. */
export interface EmptyWords {
  /** Whether the word carries no meaning. */
  isAsking: (word: string) => boolean;
  /** Whether the word says little about the subject. */
  isLight: (word: string) => boolean;
  /** Whether nouns have a capital in the language, as names have in others. */
  hasCapitalNouns: boolean;
  /** Whether words have endings that the index does not know. */
  isInflected: boolean;
}

/**
 * The roles of the words of a question in its likely language: the one to which most of them belong. `english` are the
 * asking words of English.
 */
export function emptyWordsOf(
  question: readonly string[],
  english: ReadonlySet<string>,
): EmptyWords {
  const known = (set: ReadonlySet<string>) => question.filter((word) => set.has(word)).length;
  let [best, language] = [english, 'en'];
  let most = Math.max(known(english), MIN_WORDS - 1, Math.ceil(question.length * MIN_SHARE) - 1);
  for (const [name, set] of Object.entries(ASKING)) {
    const light = new Set(LIGHT[name]);
    const asked = BEGINS[name]?.includes(question[0] ?? '') ? MIN_WORDS : 0;
    const count = question.filter((word) => set.has(word) || light.has(word)).length + asked;
    if (count > most) [best, language, most] = [set, name, count];
  }
  const light = LIGHT[language] ?? [];
  return {
    isAsking: (word) => best.has(word) || ASKING_BY_SCRIPT.has(word),
    isLight: (word) => light.includes(word) || LIGHT_BY_SCRIPT.has(word),
    hasCapitalNouns: language === 'de',
    isInflected: language !== 'en',
  };
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function mapValues(texts: Record<string, string>): Record<string, ReadonlySet<string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, new Set(words(text))]),
  );
}
