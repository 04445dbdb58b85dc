/**
 * Words for which documentation often has others, or none: what is mostly a verb, an adjective or an adverb by the counts of
 * WordNet 3.1 (Princeton University), and general nouns. One of several words with the same stem is enough.
 */
export const ORDINARY_WORDS = `
  abandon aboard abolish above abroad abrupt abruptly absent absently absolute absolutely absorb
  abstract absurd abuse academic accelerate accept acceptable accommodate accompany accomplish
  accord accordingly accumulate accurate accurately accuse ache achieve acknowledge acquire across
  act activate active actual acute acutely adapt add additional adequate adequately adhere
  adjacent adjust administer administrative admirable admire admit adopt advance advertise advise
  advocate aerated aesthetic affect affected affirm affix afford afraid african afterward
  afterwards aggravate aggressive ago agree agricultural ahead aim alert alien alive allege
  allocate allot allowed almost alone along aloud alter alternate alternative altogether alveolar
  always amaze ambiguous ambitious amend american ample amuse analogous analytic analyze
  anatomical ancestral anchor ancient anglican angrily angry announce annoy anonymous anti
  anticipate antithyroid anxiously anyhow anymore anyway anywhere apart apparent apparently appear
  applaud applicable appoint appreciably appreciate approach appropriate approve approximate
  approximately apt aqueous arbitrary argue arise armed around arouse arrange arrest arrive
  arterial artificial artistic ascertain ashamed aside ask asleep aspect assail assemble assert
  assess assign assimilate assist associate assume assure atomic attach attack attain attempt
  attend attract attractive attribute augment authentic authorize automatic automatically
  autonomic avail average avert avoid await awake awaken aware away awful awfully awkward babble
  back backward bacterial bad badly bake balanced bandaged bang banish banned baptize bare barely
  base basic basically bask bat bathe bawl bear bearded beat beautiful beautifully beckon become
  beforehand beg begin behave behavior behaviour behind behold believe bellow belong beloved below
  bend beneficial benefit beset besides bestow bet betray better bewildered beyond biblical bid
  big bigger bind binomial biological birdie bite bitter black blame blast bleed blend bless blind
  blindly blink bloody bloom blue blurred blush boast bob boil bold boom boost bore boring born
  borrow bother bounce bound bow brace brave break breathe breathless brief briefly bright
  brilliant bring british broad broaden broken brown build burn burst bury busy butt buy buzz
  calculate calculated calm calmly cancel capable capture care careful carefully caress carry
  carve case cast casual catch causal cause cease celebrate celestial central centrally centrifuge
  certainly certify challenge chance changing chant characterize charged charming chase cheap
  cheat check cheery chemical cherish chew chief chiefly childish chinese choice choke choose
  choreograph christian chronic chuckle circular circulate cite civil civilian clamber clamor
  clamp clap classical classify clatter clean clear clearly click climb cling clinical close
  closely clothe clumsy clutch coax coherent coincide cold coldly collaborate collapse collect
  collective colonial colored colorful combine come comfortable comfortably comic commemorate
  commence commend commercial commercially commit common commonly communicate communist commute
  comparable comparatively compatible compel compensate compete competent competitive compile
  complain complete completely complex complicate complicated comply compose compound comprehend
  comprehensive compress comprise compulsive compute conceal concede conceive concentrate concern
  conclude concrete concur condemn conduct confess confide confident confine confirm confront
  confuse confused confusing congratulate congregational conjugated connect conquer conscious
  consequence consequently conservative consider considerable considerably consist consistent
  consistently conspire constant constantly constitute construct constructive construe consult
  consume contaminate contemplate contemporary contend continually continue continuous
  continuously contradict contrary contribute controlled convenient conventional converse
  conversely convert convey convict convince cook cool cooperate cooperative coordinate cope
  corporate correspond cortical cosmic cough countless counts cover crack crave crawl crazy creak
  create creative creep crimson critical criticize cross crouch crow crowded crucial crude cruise
  crush cry cuban cubist culminate cultural cumulative cure curious curiously curl curse curtail
  curved customary cut cylindrical daily damn damp dampen dance danger dangerous dangle dare dark
  darned dart dash dazed dead deadly deaf deal dear deceive decent decide decisive declare decline
  decorate decrease dedicated deduce deduct deem deep deeply defend defensive define definite
  definitely defy delay delegate deliberately delicate delightful deliver demand democratic
  demonstrate denote denounce dense deny depart depend dependable dependent depending depict
  deposit deprive derive descend desert deserve design designate desirable desired desperate
  desperately despise despite destine destroy destructive detached detail detailed detect
  detectable deteriorate determine develop devise devote diagnose diagonalizable dictate die
  differentiate differently difficult dig dilate dilute dim dimensional diminish dimly dine dip
  direct directly dirty disabled disagree disappear disappoint disapprove disastrous discern
  disciplined disclose discontinue discourage discover discuss dislike dismiss dismount dispatch
  dispel display dispose dispute disregard disrupt disseminate dissolve distal distant distill
  distinct distinctive distinctly distinguish distort distribute disturb diverse divert divide
  divine dodge domestic dominant dominate donate doom double doubtful doubtless down downstairs
  downward draft drag dramatic dramatically draw drawback dreadful dress dressed drift drill drink
  drip drive drop drown drunk dry duck due dull dumb dump dutch dwell dwindle eager eagerly
  earlier early earn ease eastern eat eccentric economic economical edged educate educational
  effect effective effectively efficient effort eight eighteen eighteenth eighth eighty either
  elaborate elapse elastic elderly elect electoral electric electrical elevate eleven elicit
  eligible eliminate elsewhere embarrassing embody embrace emerge emotional emphasize employ empty
  enable enact enclose encounter encourage endanger endless endorse endure energetic enforce
  engage engender engrossed engulf enhance enjoy enlarge enlist enormous enough enrich enroll
  ensue ensure entail enter entertain enthusiastic entire entirely entitle envision envy epitomize
  equal equally equate equip erase erect erupt escape escort especially essential essentially
  establish estimate etc eternal ethical european evaluate even eventually everyday everywhere
  evident evidently evoke evolve exact exaggerate examine exceed excellent except exceptional
  excessive excite excitedly exclaim exclude exclusive exclusively exert exhaust exhibit existing
  expand expect expected expend expensive experienced experimental experimentally expire
  explanation explicit explode exploit explore explosive expose express expressed extend extensive
  external extra extract extraordinary extreme extremely face facilitate facing fact fade faded
  fail faint fair fairly faithful fake fall false falter familiar famous fancy fantastic far
  faraway farther fascinate fast fasten fat fatal favorable favourite feasible federal feed feel
  feminine fetch few fewer fictional fierce fifteen fifteenth fifth fifty fight file fill filter
  final finally finance financial financially fine finish finite firmly first fit fitting five fix
  flagged flank flap flash flat flatten flatter flee flexible fling float flop flounder flourish
  flush fly fold follow fond foolish forbid forbidden forecast foreign foresee forever forget
  forgive forgot forgotten formal formally former formerly formidable formulate forth fortunate
  forty forward foster foul found four fourteen fourth fragile fragmentary frankly frantic
  frantically free freely freeze frequent frequently fresh fret friendly frighten frightful frown
  frozen frustrate fulfill full fully fumble fundamental fundamentally funny furious furiously
  furnish further furthermore fuss gain gallop gasp gather gaunt gay gaze general generalize
  generally generate gentle gently genuine geometric giant gigantic girlish given glad glare glaze
  glint glittering glorify glorious glow glue goal golden gone gouge govern grab gradual gradually
  graduate grammatic grand grant grapple grasp grateful gray graze greasy great greater greatly
  greek green greet grim grimly grin grind grip groan grope gross grotesque grow grumble grunt
  guarantee guess guide guilty gulp gush hail halfway halt hamper hand handle handled handsome
  hang happening happily happy hard hardly harsh harshly hasten hastily hate haul haunt headed
  healthy hear heartily heated heave heavily heavy hebephrenic heed helpful helpless hence here
  hereby heroic hesitate hidden hide hideous high higher hinder hint hire historical historically
  hit hither hoarse hold holler homely homogeneous homozygous honest honestly honor honour hook
  hop hope hostile hot hover however huddle hug huge human humble humorous hungry hunt hurl hurry
  hurt hurtle hypothalamic idea ideal identical identify idle ignorant ignore ill illegal
  illuminate illumine illustrate imaginary imagine imitate immediate immediately immense immortal
  impact impair impart impatient impatiently impersonal implement imply important impose
  impossible impress impressive improve inadequate incapable incline incoming incomplete
  incorporate increase increasingly incredible incredibly incur indeed indefinite independent
  independently indicate indifferent indirect indirectly individual individually induce indulge
  industrial inevitable inevitably infectious infinite inflict influence inform inherent inherit
  initial initially initiate inject injure inner innocent inorganic inquire insane insert inside
  insist insoluble inspect inspire instal install instantly instead institute instruct
  insufficient insure intact integrate intelligent intelligible intend intended intense intensify
  intercept interested interesting interfere interlobular intermediate internal internally
  international interpret interrupt intersect intimate intricate introduce invade invalid
  invariably invent invest investigate invisible invite invoke involve inward iodinated irish
  ironical irregular irrelevant isolate issue italian item jaded japanese jealous jerk jewish join
  judge jump justify keep kick kill kiss kneel knock known label lack lag large largely larger
  last late lately latent latter laugh launch lay lazy lead lean leap learn least leave left legal
  legislative lend lengthy less lessen lesser liable lick lie lift lighted lightly likely likewise
  limited limp linear linger linguistic link list listen literal literally literary little live
  lively loaded local locate lock lodge logical lonely long longer looking loom loose loosely
  loosen lose lost lot loud loudly lousy love lovely low lower loyal lucky lug lunar lunge lurch
  lure lurid lurk mad madly magnetic magnificent magnify mail main mainly maintain major manage
  manifest manipulate manner manual manually mar marginal mark married marry martian marvel
  marvelous massive match matter mature maximal maximum maybe meaningful meanwhile measurable
  measure mechanical medical medieval meet melt memorable memorize mend mental mentally mention
  mere merely merge merry mess meteoritic methodically metropolitan microscopically mid mighty
  mild military million mingle minimal minimize minimum minor miserable misplaced miss missing
  mistake mistaken mix mobilize mock moderate modern modest modify moist mold molecular moment
  monastic monitor monstrous moral more moreover mostly motionless motivate mount mountainous
  mourn move moving muddy muffled multiple multiply mumble municipal murmur muscular muse musical
  muster mutter mysterious mythological nail naive naked namely narrow national native natural
  naturally naval near nearby nearly neat neatly necessarily necessary necessitate negative
  neglect negligible negotiate neither nervous nervously nestle neutral nevertheless new newborn
  newly next nice nicely nilpotent nine nineteenth ninth noble nod nonspecific normal northern
  notably note notice notify notorious nourish now nowadays nowhere nuclear numerical numerous
  obey objective oblige obscure observe obtain obvious obviously occasion occasional occasionally
  occupy occur odd officially officiate offset often oily okay old older ominous omit open openly
  operate operational opportunity oppose opposed opposite optimum oral ordinarily ordinary organic
  organize orient original originally originate orthodox other otherwise outdoor outer outline
  outside outstanding outweigh over overall overboard overcome overhead overhear overlap overlook
  overtake overwhelming owe own pack painful painfully paint pale pant paradoxically parallel
  paramagnetic parasympathetic parked part partial partially participate particular particularly
  partly pass passionate passive pat pathological pause pay peaceful peculiar peculiarly peer
  penetrate perceive perch perfect perfectly perform perhaps periodic perish permanent permanently
  permit permitted perpetuate persist persistent personal personally persuade pertain pertinent
  philosophical phonologic phony photographic physical physically physiological pick pinch pink
  plague plain plainly planetary planned play plead pleasant pleased pleural plod plow plunge plus
  poignant poise poke polish political ponder poor poorly pop popular populate porous portray pose
  positive positively possess possibly posterior postpone potent potential pour powdered powerful
  practical practically praise pray preach precarious precede precious precipitate precise
  precisely predict predictable prefer preferred preliminary preparation prepare prescribe
  presence present presently preserve presidential press presumably presume pretend pretty prevail
  prevent previous previously prick primarily primary prime primitive print prior private
  privately pro probable probably probe problem proceed proclaim produce productive profess
  professional profound profoundly progressive prohibit prohibited prolonged prominent prominently
  promise promote prompt promptly prone pronounce proper properly proportional propose prosecute
  prospective protect protective protrude proud prove provincial provoke pry pseudo psychological
  public publicize publicly publish pull pulmonary pump punish purchase pure purely purl purple
  pursuant pursue push put puzzle qualify qualitative quantitative quarrel queer quick quickly
  quiet quietly quit quite quiver quote racial radically ragged raise rally ram random ransack rap
  rapid rapidly rare rarely rather ratify rational rationalize rattle raw reach react read readily
  ready reaffirm real realise realistic realistically realize reappear rearward reason reasonable
  reasonably reassure rebuild rebut recall receive recent recently reciprocal reckon recognise
  recognize recommend recommended reconcile reconsider reconstruct recount recover recruit recur
  red reduce refer reflect refuse regain regard regarding regardless regimental regional register
  regret regular regularly regulate rehearse reinforce reiterate reject rejoice relate related
  relation relative relatively relax release relegate relevant reliable relieve religious
  relinquish reluctant reluctantly remain remarkable remarkably remember remind remote remove
  render renew repair repay repeat repeatedly repel replace replenish reply report represent
  reproduce reproducible rescue resemble resent reserve reside residential resign resist resolve
  resort respect respectable respectively respiratory respond responsible rest restore restrict
  result resultant resume retain retire retrace retreat retrieve reveal reverse review revise
  revive revolutionary rich rid ride ridiculous rigid ring rip ripe rise risk roam roar rob role
  roll romantic rotate rough roughly round routine royal rub rugged rule run rural rush russian
  rustle sacred sad sadly safe safely sag sail sanction satisfactorily satisfactory satisfied
  satisfy savage savagely save savor say says scamper scan scarcely scare scatter scenario scenic
  schedule schizophrenic scientific scramble scrape scratch scream screech scrub scrutinize seal
  search seated secede second secondary secret secure seek seem seemingly segregate seize seldom
  select selects sell send sensational sensitive sensory separate separately serious seriously
  serve setting settle seven seventeen sever severely sew sexual sexually shake shallow share
  sharp sharply shatter shave shed sheer shift shine shiver shoot short shorten shortly should
  shout shove show shrill shrink shrug shudder shuffle shut sick sigh sign significant
  significantly silent silly similar similarly simmer simple simply simulate simultaneously
  sincere sincerely sing single singular sink sip sit situation six sixteen sixth sixty skeletal
  skeptical skilled skip slack slacken slam slap slash sleep sleepy slender slide slightly slip
  slow slowly slug slump small smaller smart smash smell smile smooth snap snarl snatch sniff
  snort soak soar sober social soft soften softly soiled solder solely solid solve some someday
  somehow sometime sometimes somewhat somewhere soon sophisticated sorb sore sort southern soviet
  sow spare spatial speak special specialize specially specific specifically specified specify
  spectacular spectral speculate spend spherical spin spiritual spit splash splendid split sponsor
  spontaneous sporting sprawl spread sprinkle squarely squat squeeze stable stagger stain stalk
  stammer stamp stand stare start startle starve state statistical stay steadily steady steal
  steep steer stereotyped stern sticky stiffen stiffly still stimulate stir stolid stoop stop
  stout straddle straight straighten strained strange stray strengthen stretch strew strict
  strictly strike strive strong strongly structural structured stubborn stubbornly stuck stumble
  stupid sturdy subdued subjective sublime submit subsequent subsidize substantial substantially
  substitute subtle subtract suburban succeed successful successfully successive such suck sudden
  suddenly sue suffer sufficient sufficiently suggest suitable suited sullen sum summarize summon
  super superb superior supervise supply supportive suppose supposed suppress supreme sure surely
  surge surpass surprised surprisingly surrender surround survive suspect suspend sustain swallow
  swarm sway swear swedish sweep sweet swell swift swiftly swim swing swirl switch swoop symbolic
  symbolize symmetric sympathetic symphonic symptom synthetic tactual tailor talk tall tangled tap
  task tattered taunt taut teach tear technical technically technological teen temporarily
  temporary tempt ten tend tender tentative terminate terrible terribly terrific testify thank
  thaw theological theoretical therapeutic thereafter thereby therefore therein thereof thereto
  thermal thick thin think third thirteen thirty thither thorough thoroughly though thoughtfully
  thread threaten three through throw thrust thump thus thwart tie tight tighten tilt time timely
  tiny tired tolerant tolerate tonal tonight topic torn toss total totally touch tough trace
  traditional tragic trained tramp trample transform translate transmit transparent travel
  traverse tread treat trembling tremendous tremendously trick trim triple trot trouble trudge
  true truly trust tuck tug tumble turn twelve twentieth twenty twice twine twist twitch two
  typical ultimate ultimately ultrasonic unable unacceptable unadjusted unanimously unavoidable
  unaware uncertain unclear unconscious unconsciously underground underlie underline underlying
  undermine understand understandable undertake underway undoubtedly uneasy uneven unexpected
  unexpectedly unfold unfortunate unfortunately unhappy unhealthy unified unify unique unite
  universal universally unknown unlike unlikely unlock unmolested unnecessary unpaid unpleasant
  unprecedented unreconstructed unsatisfactory unspeakable unstable unstructured unusual uphold
  upper upright upset upstairs upward urban urge urgent useful useless usual utilize utopian utter
  utterly vague vaguely vain valid valuable valued vanish variable varied vary vast vastly veer
  veil venture verbal verify versus vertical very via vicious vigorous vigorously violate violent
  violently virtually visible visit visual vital vitally vivid vocational volunteer vote
  vulnerable wail wait wake wakeful walk wallop wallow wander warm warn warrant wash waste watch
  waver weak weaken wear weary weave weep weigh weird welcome well western wet while whip whirl
  whisper whistle white whole wholly wide widely widen widespread wield wiggle wild wildly willing
  win wink wipe wise wish withdraw withhold withstand witness witty wobble wonder wonderful wooden
  word working worried worry worse worst worth worthy wounded wrap wreck wrench write writhe
  written wrong yell yellow yet yield young youthful
`;
