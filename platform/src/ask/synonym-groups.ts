/**
 * Groups of words that documentation uses for the same thing, each word once if its forms share a stem. Words joined
 * by underscores are one expression. A word may be in several groups; its synonyms are those of all of them.
 */
export const GROUPS = `
2fa mfa two_factor multi_factor two_step
401 unauthorized
403 forbidden
404 not_found
429 too_many_requests
accurate exact precise accuracy precision
address addresses url endpoint uri
admin administrator
agree consent accept
alarm alert
alert notify notified notification told
allowance quota limit
allowlist allow_list whitelist
alter change
answer response reply replies
appear appears show
application app
approve approval approved sign_off
archive zip tar compressed compression
assign assignee
audit_log audit_trail
authenticate authentication auth
automatic automatically auto
avoid prevent ensure pitfall
backup backed_up back_up
bandwidth traffic
begin start
beta preview early_access
bill pay paid payment invoice
block lock lockout
blocklist block_list blacklist
bought buy
break broke broken
broken corrupt
brought bring
bug defect issue
build compile
built implemented
busy unavailable occupied
button icon
byte bytes 位元組 字节
cache caching cached
cambiar modificar modificado editar
cancel cancelled cancellation terminate
capacity concurrency
cap limit maximum
capped max maximum
capture record
caught catch
certificate ssl tls
https ssl tls
change modify modified edit update
changelog release_notes
charged billed paid
chart graph
chat conversation messaging
checkbox tick
choose select pick
chosen choose
clear empty delete wipe
cli command_line terminal shell
code application app
color colour
comment annotation
company companies organisation organization firm business
computer machine laptop pc
concurrent concurrently parallel simultaneous simultaneously at_once
condition criteria
configure configuration config setup set_up
connect connection integrate
connect plug plugged attach attached
copy copies duplicate clone
costo cuesta precio inversión
cpu processor vcpu vcpus
crash crashes crashed
create add addition generate
creator author created_by generated
customer client
customer shopper
daily day
database db
date datetime
deep depth
default initially_set 默认 默認 预设 預設 デフォルト
delay wait pause
delete deletion remove removal erase
depend dependency dependencies rely
deploy deployment rollout
deprecated sunset
detect detection recognize recognise
direct directly straight
directory directories folder dir
disable deactivate turn_off switch_off
discount coupon
disk storage
display show shown visible
dns cname nameserver
document file files
unavailable offline downtime
download export
draft unpublished
drawback disadvantage downside
drawn draw
driven drive drove
drop fall decline
dropdown drop_down
duration long
earlier previous former older
effect affect impact
eliminar borrar excluir eliminado
embed embeds embedded
employee staff
enable activate turn_on switch_on
end stop stopped finish
environment env
error fault failure
evaluate prioritized processed
exceed surpass beyond
execute execution run running
expire expiry expiration lifetime lives live valid validity ttl
extra additional
fail failure
failed wrong
fast quickly
field column
fix resolve solve solution troubleshoot
flag option
flagged considered marked
force enforce mandatory compulsory
forbidden forbid prohibited disallowed not_allowed
forgotten forget forgot
frequency often interval
frozen freeze froze
gpu graphics_card
graphql gql
grown grow grew
guide tutorial instructions
height tall
held hold
help support
hide hides hidden conceal
history log
homepage home_page landing_page
hotkey key shortcut
hourly hour
identifier id
idp identity_provider
image picture photo
import upload
incorrect wrong invalid
increase raise extend lengthen longer
info information
insert add
install installation setup set_up
integer number
invite invitation
invoke invocation
iphone ipad ios
issue problem
javascript js
job task
kind type types
kubernetes k8s
label tag
language locale localization
launch open start
laws law legal
leak leaked compromised exposed
leave left removed
length characters
library libraries package sdk
limit restrict restriction
lit light
logout sign_out signout log_out log_off
login signin log_in sign_in logon log_on
lookup look_up search
lose loses lost
mac macos os_x osx
machine system
mail email
mandatory required compulsory
maximum max largest biggest highest limit
meant mean
memory ram
menu navigation
merge combine
message notification
metric measurement
migrate migration
millisecond ms
minimum min smallest lowest least
minor small
minute min
missing not_provided not_set not_specified absent
monthly month
mount mounting
move moves transfer transferred
name names title
network traffic
newest latest
obtain fetch retrieve download
often interval
old legacy
open operates
opt_out deactivate disable
optional optionally
order sequence sorted
org organization organisation
orientation direction
os operating_system
outdated old obsolete deprecated
overridden override overrode
overwritten overwrite overwrote
own custom
owner ownership
parameter param argument
password credential
payload body
people users members persons
performance perf
manual manually by_hand myself yourself
permit permitted allowed
phone telephone
plan edition
plan tier
plugin extension add_on addon
popup pop_up modal dialog
postcode zip
postgres postgresql
pr pull_request
prefer preferred
prerequisite requirement
preview confirm
price cost charge fee
private confidential
prompt prompted ask
part partial partially
public published
publish release
purchase buy
quantity amount number
quit exit close
reach contact
read reads
reason cause
rebuilt rebuild
receipt invoice
receive get
recover recovery retrieve restore restoration
refund refunded money_back
refuse reject deny denies
register signup sign_up registration
regular regularly periodic periodically recurring every
regular_expression regular_expressions regex regexp
reminder remind
rename change_name
renew renewal
renew update replace rotate
repeat retry retries
resend redeliver redelivery retrigger retry
replace replacement supersede deprecated
repository repositories repo
request req
resolution dimension size sizes pixels
restart reboot
restore revert rollback roll_back
restrict allowed only
result outcome
retain retention
retain retention keep kept stored
return output yield
revert undo roll_back rollback reversible irreversible reversed
revoke revocation
revoke withdraw
rewritten rewrite rewrote
role roles permission privilege perms
room space storage
rotate rotation
rule rules policy policies
run ran
run running launch
safe safely recommended
scale bigger larger enlarge zoom
schedule cron periodic
screen display
seat licence license
second sec
secret key
self_hosted on_premise on_premises on_prem
send sent submit submitted
several multiple many more_than_one
shipping delivery
shortcut hotkey
simulator emulator
slow delay delayed lag
slow latency
slow slower slowly
software program application
sold sell
sought seek
sound audio
spec specification
spent spend
split splits
spreadsheet excel xlsx
sso single_sign_on
standard default
state status
stolen steal
stood stand
store save saved
subscribe subscription
succeed success successful
suppress hide
suspend suspension
switch change
synchronize sync synchronization
taught teach
teammate colleague
theme appearance
thick thickness
throttle limit
thrown throw threw
ticket issue
timeout time_out timed_out
tool utility utilities
trial try_for_free
twice duplicate duplication
typescript ts
understood understand
undone undo undid
uninstall remove
upgrade update
vacation holiday
vendor supplier
verify verifies verification validate validation check
version release
video recording
view see visible
vulnerability cve
webhook callback
weekly week
weight mass
wide width
wipe reset destroy clear
wire cable
withdrawn withdraw withdrew
won win
written write wrote
yearly year annual annually
修改 更改 变更 變更
创建 建立 新建 新增 添加
删除 刪除 移除`;

/** Things that an answer may name where a question asks `which` of them: the kind, in each spelling, and the things. */
export const KINDS = `
algorithm aes bcrypt ecdsa ed25519 es256 hmac hs256 md5 rs256 rsa sha sha1 sha256 sha512
browser chrome chromium edge firefox safari opera
character alphanumeric digits hyphens letters underscores
chain arbitrum avalanche base bitcoin bnb bsc ethereum fantom mainnet optimism polygon solana
cloud aws azure gcp
color|colour black blue gray green grey orange purple red white yellow
currency aud btc cad chf cny eth eur euro gbp inr jpy usd usdc usdt
database cassandra dynamodb elasticsearch mariadb mongodb mysql oracle postgres postgresql redis sqlite
format csv docx gif gz html jpeg jpg json markdown mp3 mp4 pdf png svg tar txt webp xlsx xml yaml zip
language english french german golang java javascript kotlin php python ruby rust swift typescript
order alphabetical alphabetically ascending chronological descending first newest oldest
plan basic business community enterprise essential essentials free premium pro professional standard starter team ultimate
platform android ios linux macos web windows
protocol amqp grpc http https mqtt oauth oidc saml sftp smtp ssh tcp tls udp websocket
provider auth0 aws azure elevenlabs firebase google keycloak okta openai stripe twilio
record a_record aaaa cname mx txt
standard eip erc ieee ietf iso rfc w3c
system android ios linux macos ubuntu windows
os android ios linux macos ubuntu windows
unit bytes days gb gigabytes hours kb kilobytes mb megabytes milliseconds minutes ms percent pixels seconds`;
