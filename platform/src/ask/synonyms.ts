import { stemOf } from './vocabulary.ts';

/**
 * Groups of words that documentation uses for the same thing, each word once if its forms share a stem. Words joined
 * by underscores are one expression. A word may be in several groups; its synonyms are those of all of them.
 */
const GROUPS = `
cli command_line terminal shell
mac macos os_x osx
charged billed paid
graphql gql
pr pull_request
slow delay delayed lag
plan edition
forbidden forbid prohibited disallowed not_allowed
renew update replace rotate
missing not_provided not_set not_specified absent
org organization organisation
kubernetes k8s
javascript js
typescript ts
postgres postgresql
admin administrator
spec specification
info information
performance perf
computer machine laptop pc
crash crashes crashed
bug defect issue
receipt invoice
refund refunded money_back
discount coupon
homepage home_page landing_page
menu navigation
dropdown drop_down
popup pop_up modal dialog
checkbox tick
payload body
metric measurement
alarm alert
vulnerability cve
self_hosted on_premise on_premises on_prem
deploy deployment rollout
cache caching cached
429 too_many_requests
401 unauthorized
403 forbidden
404 not_found
spreadsheet excel xlsx
video recording
lookup look_up search
theme appearance
vendor supplier
purchase buy
approve approval approved sign_off
assign assignee
reminder remind
history log
audit_log audit_trail
changelog release_notes
deprecated sunset
beta preview early_access
migrate migration
plugin extension add_on addon
field column
chart graph
job task
cpu processor
gpu graphics_card
weight mass
height tall
wire cable
mount mounting
retain retention
flagged considered marked
prompt prompted ask
owner ownership
wide width
deep depth
thick thickness
minor small
shipping delivery
vacation holiday
laws law legal
depend dependency dependencies rely
drawback disadvantage downside
orientation direction
preview confirm
scale bigger larger enlarge zoom
succeed success successful
accurate exact precise
address addresses url endpoint uri
agree consent accept
alert notify notified notification told
allowance quota limit
allowlist allow_list whitelist
alter change
answer response reply replies
application app
archive zip tar compressed compression
authenticate authentication auth
automatic automatically auto
avoid prevent ensure pitfall
backup backed_up back_up
begin start
built implemented
bill pay paid payment invoice
blocklist block_list blacklist
broken corrupt
build compile
busy unavailable occupied
button icon
cancel cancelled cancellation terminate
capacity concurrency
capture record
certificate ssl tls
change modify modified edit update
choose select pick
clear empty delete wipe
code application app
color colour
comment annotation
company companies organisation organization firm business
concurrent concurrently parallel simultaneous simultaneously at_once
condition criteria
configure configuration config setup set_up
connect connection integrate
copy copies duplicate clone
create add addition generate
creator author created_by generated
customer client
daily day
database db
delay wait pause
delete deletion remove removal
detect detection recognize recognise
directory directories folder dir
disable deactivate turn_off switch_off
disk storage
display show shown visible
dns cname nameserver
document file files
download export
draft unpublished
duration long
earlier previous former
effect affect impact
embed embeds embedded
employee staff
enable activate turn_on switch_on
end stop stopped finish
environment env
error fault failure
evaluate prioritized processed
execute execution run running
expire expiry expiration lifetime lives live valid validity ttl
extra additional
fail failure
fast quickly
fix resolve solve solution troubleshoot
flag option
frequency often interval
guide tutorial instructions
help support
hide hides hidden conceal
hourly hour
identifier id
image picture photo
import upload
incorrect wrong invalid
insert add
integer number
invite invitation
iphone ipad ios
issue problem
kind type types
label tag
language locale localization
launch open start
leave left removed
length characters
library libraries package sdk
limit restrict restriction
login signin log_in sign_in logon log_on
lose loses lost
mail email
mandatory required compulsory
maximum max largest highest limit
memory ram
merge combine
message notification
millisecond ms
minimum min smallest lowest least
minute min
monthly month
move moves transfer transferred
name names title
network traffic
newest latest
obtain fetch retrieve download
often interval
old legacy
open operates
optional optionally
order sequence sorted
outdated old obsolete deprecated
own custom
parameter param argument
password credential
people users members persons
permit permitted allowed
phone telephone
plan tier
postcode zip
prefer preferred
prerequisite requirement
price cost charge fee
private confidential
public published
publish release
quantity amount number
quit exit close
reach contact
reason cause
receive get
recover recovery retrieve restore restoration
refuse reject deny denies
register signup sign_up registration
regular_expression regular_expressions regex regexp
rename change_name
repeat retry retries
replace replacement supersede deprecated
repository repositories repo
request req
resolution dimension size sizes pixels
restart reboot
restore revert rollback roll_back
restrict allowed only
result outcome
return output yield
retain retention keep kept stored
revert undo roll_back rollback
revoke withdraw
role roles permission right privilege
room space storage
rotate rotation
rule rules policy policies
run running launch
safe safely recommended
schedule cron periodic
screen display
seat licence license
second sec
secret key
send sent submit submitted
shortcut hotkey
simulator emulator
slow latency
slow slower slowly
software program application
sound audio
standard default
state status
store save saved
subscribe subscription
synchronize sync synchronization
teammate colleague
throttle limit
ticket issue
timeout time_out timed_out
tool utility utilities
trial try
twice duplicate duplication
uninstall remove
upgrade update
verify verifies verification validate validation check
version release
view see
webhook callback
weekly week
os operating_system
sso single_sign_on
2fa mfa two_factor multi_factor two_step
chat conversation messaging
install installation setup set_up
default 默认 默認 预设 預設 デフォルト
byte bytes 位元組 字节
删除 刪除 移除
创建 建立 新建 新增 添加
修改 更改 变更 變更
cambiar modificar modificado editar
eliminar borrar excluir eliminado
costo cuesta precio inversión
yearly year annual annually
several multiple many more_than_one
bought buy
break broke broken
brought bring
caught catch
chosen choose
drawn draw
driven drive drove
forgotten forget forgot
frozen freeze froze
grown grow grew
held hold
lit light
meant mean
overridden override overrode
overwritten overwrite overwrote
read reads
rebuilt rebuild
rewritten rewrite rewrote
run ran
sold sell
sought seek
spent spend
split splits
stolen steal
stood stand
taught teach
thrown throw threw
understood understand
undone undo undid
withdrawn withdraw withdrew
won win
written write wrote`;

/** Things that an answer may name where a question asks `which` of them. */
const KINDS = `
algorithm aes bcrypt ecdsa ed25519 es256 hmac hs256 md5 rs256 rsa sha sha1 sha256 sha512
browser chrome chromium edge firefox safari opera
cloud aws azure gcp
color black blue gray green grey orange purple red white yellow
currency aud btc cad chf cny eth eur euro gbp inr jpy usd usdc usdt
database cassandra dynamodb elasticsearch mariadb mongodb mysql oracle postgres postgresql redis sqlite
format csv docx gif gz html jpeg jpg json markdown mp3 mp4 pdf png svg tar txt webp xlsx xml yaml zip
language english french german go golang java javascript kotlin php python ruby rust swift typescript
order alphabetical alphabetically ascending chronological descending first newest oldest
plan basic business community enterprise essential essentials free premium pro professional standard starter team ultimate
platform android ios linux macos web windows
protocol amqp grpc http https mqtt oauth oidc saml sftp smtp ssh tcp tls udp websocket
provider auth0 aws azure elevenlabs firebase google keycloak okta openai stripe twilio
record a_record aaaa cname mx txt
system android ios linux macos ubuntu windows
os android ios linux macos ubuntu windows
unit bytes days gb gigabytes hours kb kilobytes mb megabytes milliseconds minutes ms percent pixels seconds`;

/** The groups by the stems of their words. */
const SAME = new Map<string, Set<string>>();
for (const group of GROUPS.trim().split('\n')) {
  const words = expressionsIn(group);
  for (const stem of words.map(stemOf)) {
    const known = SAME.get(stem) ?? new Set();
    for (const other of words) known.add(other);
    SAME.set(stem, known);
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
  const same = [...(SAME.get(stemOf(word)) ?? [])].filter(
    (other) => stemOf(other) !== stemOf(word),
  );
  const others = [...same, ...(number >= 0 ? [String(number)] : [])];
  return [...others, ...(digit ? [digit] : []), ...(large ?? [])];
}

/** Things of a kind, for a question such as `which database`. */
export function thingsOf(kind: string): readonly string[] {
  return KINDS_OF.get(kind) ?? [];
}

function expressionsIn(line: string): string[] {
  return line.split(' ').map((word) => word.replaceAll('_', ' '));
}
