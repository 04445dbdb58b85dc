/**
 * Groups of words that documentation uses for the same thing, including forms that do not share a stem. Words joined
 * by underscores are one expression. A word may be in several groups; its synonyms are those of all of them.
 */
const GROUPS = `
accurate exact precise
address addresses url urls endpoint endpoints uri
agree agrees agreed consent consents accept accepts
alert alerts notify notified notifies notification notifications told
allowance quota limit
allowlist allow_list whitelist
alter alters altered change
answer answers response responses reply replies
application applications app apps
archive archives zip tar compressed compression
authenticate authentication authenticated auth
automatic automatically auto
avoid avoids avoided prevent prevents prevented ensure ensures
backup backups backed_up back_up
begin begins start starts
based built implemented
bill bills billed billing pay pays paid payment payments invoice invoices
blocklist block_list blacklist
broken corrupt corrupted
build builds compile compiles
busy unavailable occupied
button icon
cancel cancels cancelled canceled cancellation terminate terminates
capacity concurrency
capture captures captured capturing record records recorded recording
certificate certificates ssl tls
change changed modify modified edit edited update updated
choose chooses select selects pick
clear clears cleared clearing empty delete wipe
code application app
color colors colour colours
comment comments annotation annotations
company companies organisation organisations organization organizations firm business
concurrent concurrently parallel simultaneous simultaneously at_once
condition conditions criteria
configure configuration config setup set_up
connect connecting connection integrate
copy copies copied duplicate duplicates duplicated clone cloned
create creates created creating add adds added adding addition generate generates generated
creator creators author authors created_by generated
customer customers client clients
daily day days
database databases db
delay wait waits waiting pause
delete deleted deletion remove removed removal
detect detects detected detection recognize recognise
directory directories folder folders dir
disable disables disabled disabling deactivate deactivates deactivated turn_off switch_off
disk storage
display displays show shows shown visible
dns cname nameserver nameservers
document documents file files
download downloads downloaded export exports exported
draft drafts unpublished
duration long
earlier previous former
effect effects affect affects affected impact impacts
embed embeds embedded embedding
employee employees staff
enable enables enabled enabling activate activates activated activating turn_on switch_on
end ends ended stop stops stopped finish finishes finished
environment environments env
error errors fault faults failure failures
evaluate evaluated prioritized processed
execute executes executed execution run runs running
expire expires expired expiry expiration lifetime valid validity ttl
extra additional
fail fails failed failing failure failures
fast quickly
fix fixes fixed resolve resolves resolved solve solves solved solution solutions troubleshoot troubleshooting
flag option
frequency often interval
guide guides tutorial tutorials instructions
help support
hide hides hidden conceal
host hosts hosted hosting
hourly hour hours
identifier identifiers id ids
image images picture pictures photo photos
import imports imported upload uploads uploaded
incorrect wrong invalid
insert inserts add
integer integers number numbers
invite invites invited invitation invitations
iphone ipad ios
issue issues problem problems
join joins joined
kind kinds type types
label labels tag tags
language languages locale locales localization
launch launches launched open opens opened start starts started
leave leaves left removed
length characters
library libraries package packages sdk
limit limits limited limiting restrict restricts restricted restriction restrictions
login signin log_in sign_in logon log_on
lose loses lost
mail email emails
mandatory required compulsory
maximum max largest highest limit
memory ram
merge merged combine combined
message messages notification notifications
millisecond milliseconds ms
minimum min smallest lowest least
minute minutes min
monthly month months
move moves moved transfer transfers transferred
name names title titles
network traffic
newest latest
obtain fetch retrieve download
often interval
old legacy
open opens opened operates
optional optionally
order ordered sequence sorted sorting
outdated old obsolete deprecated
own custom
parameter parameters param params argument arguments
password passwords credential credentials
people users members persons
permit permits permitted allowed
phone telephone
plan plans tier tiers
postcode zip
prefer prefers preferred
prerequisite prerequisites requirement requirements
price prices pricing cost costs charge charged fee fees
private confidential
public published
publish publishes published publishing release releases
quantity amount number
quit exit close
reach contact
reason reasons cause causes
receive receives received get gets
recover recovers recovered recovery retrieve restore restores restored restoration
refuse refuses refused reject rejects rejected deny denies denied
register registered signup sign_up registration
regular_expression regular_expressions regex regexp
rename renamed change_name
repeat repeats repeated retry retries retried
replace replaces replaced replacement supersede superseded supersedes deprecated deprecates
report reports reporting
repository repositories repo
request requests req
reset resets
resolution dimension dimensions size sizes pixels
restart restarts restarted reboot
restore restores restored revert reverts reverted rollback roll_back
restrict restricts restricted allowed only
result results outcome
retain retained retention keep kept stored
revert reverts reverted undo roll_back rollback
revoke revokes revoked withdraw
role roles permission permissions right rights privilege privileges
room space storage
rotate rotates rotation
rule rules policy policies
run runs running launch launched
safe safely recommended
schedule schedules scheduled cron periodic
screen screens display
seat seats licence license licenses
second seconds sec
secret secrets key keys
send sends sent submit submits submitted
share shares shared sharing
shortcut shortcuts hotkey hotkeys
sign signs signed
simulator emulator
slow latency
slow slower slowly
software program application
sound audio
standard default
state states status
store stores stored save saved saves
subscribe subscribes subscribed subscription subscriptions
subscriber subscribers
synchronize synchronizes sync syncs synchronization
teammate teammates colleague colleagues
tester testers
throttle throttled throttling limit limits
ticket tickets issue issues
timeout time_out timed_out
tool tools utility utilities
trial trials try
trust trusted
twice duplicate duplicates duplicated duplication
uninstall remove removed
upgrade upgrades upgraded update updates updated
verify verifies verification validate validates validation check checks
version versions release releases
view views see
webhook webhooks callback callbacks
weekly week weeks
os operating_system
sso single_sign_on
2fa mfa two_factor multi_factor two_step
chat chats conversation conversations messaging
install installs installed installing installation setup set_up
default 默认 默認 预设 預設 デフォルト
byte bytes 位元組 字节
删除 刪除 移除
创建 建立 新建 新增 添加
修改 更改 变更 變更
cambiar modificar modificado editar
eliminar borrar excluir eliminado
costo cuesta precio inversión
yearly year years annual annually`;

/** Things that an answer may name where a question asks `which` of them. */
const KINDS = `
algorithm aes bcrypt ecdsa ed25519 es256 hmac hs256 md5 rs256 rsa sha sha1 sha256 sha512
browser chrome chromium edge firefox safari opera
cloud aws azure gcp
color black blue gray green grey orange purple red white yellow
currency aud cad chf eur euro gbp usd
database cassandra dynamodb elasticsearch mariadb mongodb mysql oracle postgres postgresql redis sqlite
format csv docx gif gz html jpeg jpg json markdown mp3 mp4 pdf png svg tar txt webp xlsx xml yaml zip
language english french german go golang java javascript kotlin php python ruby rust swift typescript
order alphabetical alphabetically ascending chronological descending first newest oldest
platform android ios linux macos web windows
protocol amqp grpc http https mqtt oauth oidc saml sftp smtp ssh tcp tls udp websocket
provider auth0 aws azure elevenlabs firebase google keycloak okta openai stripe twilio
record a_record aaaa cname mx txt
system android ios linux macos ubuntu windows
os android ios linux macos ubuntu windows
unit bytes days gb hours kb mb milliseconds minutes ms percent pixels seconds`;

const SAME = new Map<string, Set<string>>();
for (const group of GROUPS.trim().split('\n')) {
  const words = expressionsIn(group);
  for (const word of words) {
    const known = SAME.get(word) ?? new Set();
    for (const other of words) known.add(other);
    SAME.set(word, known);
  }
}

const KINDS_OF = new Map(
  KINDS.trim()
    .split('\n')
    .flatMap((line) => {
      const [kind = '', ...nouns] = expressionsIn(line);
      const plural = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
      return [kind, plural].map((word): [string, string[]] => [word, nouns]);
    }),
);

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Large numbers as documentation writes them; the index separates the digits at commas. */
const LARGE_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  hundred: ['100'],
  thousand: ['1000', '1 000', '1k'],
  million: ['1000000', '1 000 000', '1m'],
  billion: ['1000000000', '1 000 000 000', '1b'],
};

/** Other words for a word, itself not among them. */
export function othersFor(word: string): string[] {
  const number = NUMBERS.indexOf(word);
  const digit = /^\d+$/.test(word) ? NUMBERS[Number(word)] : undefined;
  const large = Object.hasOwn(LARGE_NUMBERS, word) ? LARGE_NUMBERS[word] : undefined;
  const others = [...(SAME.get(word) ?? []), ...(number >= 0 ? [String(number)] : [])];
  return [...others, ...(digit ? [digit] : []), ...(large ?? [])].filter((other) => other !== word);
}

/** Things of a kind, for a question such as `which database`. */
export function thingsOf(kind: string): readonly string[] {
  return KINDS_OF.get(kind) ?? [];
}

function expressionsIn(line: string): string[] {
  return line.split(' ').map((word) => word.replaceAll('_', ' '));
}
