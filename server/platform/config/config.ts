import { isIP } from 'node:net'
import { join, relative, resolve } from 'node:path'
import type { KeyRing, Rotated } from '#server/platform/crypto/key-ring.ts'
import { hostsOf } from './hosts.ts'
import { type KeptSecrets, keptSecrets, watchSecrets } from './secrets.ts'
import { StartRefused } from './start-refused.ts'

export interface Config {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** Absolute path, outside the data directory: copies of the embedded database and of the files. */
  backupDir: string
  /** Null: the portal runs its own PostgreSQL in the data directory. */
  databaseUrl: string | null
  /** The same database as the owner of what the portal itself may not change; null: there is none, or it is embedded. */
  databaseOwnerUrl: string | null
  /** Absolute path: the newest rows of the audit are noted here. Best on another machine. */
  auditHeadsDir: string
  production: boolean
  /** Files of the certificate with which the portal itself serves TLS; null: it speaks plain HTTP. */
  tls: { cert: string; key: string } | null
  /** Without a slash at the end. */
  publicUrl: string
  smtpUrl: string | null
  mailFrom: string
  smsUrl: string | null
  /** Channels without a gateway: what is written to them waits. The demo's outbox shows it instead. */
  silent: ('email' | 'sms')[]
  /** The operator has said that there need be no gateways. */
  mailOff: boolean
  captcha: { siteKey: string; serverKey: string } | null
  /** Login through another service by OpenID Connect; null: there is none. */
  stateService: StateServiceConfig | null
  ymid: string | null
  mtid: string | null
  socialGoalId: string | null
  tokenSecrets: Rotated<string>
  /** 32 bytes each. They encrypt passports and other sensitive data. */
  dataKeys: KeyRing
  /** Key of the blind indexes that find encrypted values. */
  pepper: string
  /** Addresses and networks whose X-Forwarded-For is trusted; empty: none. */
  trustProxy: string[]
  /** Whether the portal starts with the demo season and lets its accounts log in, whose password is public. */
  demo: boolean
  /** Messages without a gateway are shown to every caller. Only in a demo that only this machine can reach. */
  outbox: boolean
  smsBudgetPerHour: number
  letterBudgetPerHour: number
  /** Maximum total size of the files of one person. */
  fileQuotaBytes: number
  /** Storage for the bytes of files; null: the data directory. */
  s3: S3Config | null
  /** The scanner for viruses, which speaks clamd's protocol; null: there is none. */
  clamd: ClamdAddress | null
  /** The program that converts recordings to H.264; on a system without it, recordings are kept as they are. */
  ffmpegPath: string
  /** Whether the document of the API is served. */
  apiDocs: boolean
  /** Where faults of the server and of pages are sent in addition to the log. */
  errorReportUrl: string | null
  /**
   * How long the portal still answers after SIGTERM. It reports itself as not ready meanwhile, so that a balancer sends
   * calls elsewhere.
   */
  drainMs: number
}

export interface S3Config {
  /** Without the bucket. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type ClamdAddress = { path: string } | { host: string; port: number }

export interface StateServiceConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** As people read it, without quotation marks. */
  name: string
  /** The requested scopes of OpenID Connect, separated by spaces. */
  scope: string
  /** The claim with the service's level of trust in the person, and the values of it that are enough. */
  trust: { claim: string; values: string[] }
}

/** All faults of the environment at once, so that an operator can correct them together. */
export class ConfigError extends StartRefused {
  override name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.length === 1 ? faults[0] : `Ошибки в настройках:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

type Env = Record<string, string | undefined>

/** The only reader of the environment. Throws `ConfigError` with every fault found. */
export function readConfig(env: Env): Config {
  const faults: string[] = []
  const text = (name: string) => env[name]?.trim() || null
  const whole = (name: string, fallback: number, max: number) => {
    const value = text(name)
    if (value === null) return fallback
    if (/^\d{1,9}$/.test(value) && Number(value) <= max) return Number(value)
    faults.push(`${name} должна быть целым числом от 0 до ${max}, а задано «${value}».`)
    return fallback
  }
  const url = (name: string, schemes: string[]) => {
    const value = text(name)
    if (value === null) return null
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))) return value
    // The value may contain a password, so it is not repeated.
    faults.push(`${name} должна быть адресом вида ${schemes.map((scheme) => `${scheme}://…`).join(' или ')}.`)
    return null
  }
  const flag = (name: string) => {
    const value = text(name)
    if (value !== null && value !== '0' && value !== '1')
      faults.push(`${name} должна быть 0 или 1, а задано «${value}».`)
    return value === null ? null : value === '1'
  }

  const mode = text('NODE_ENV')
  // Refused, because a misspelt «production» would start a demo.
  if (mode !== null && !modes.includes(mode))
    faults.push(`NODE_ENV должна быть ${modes.slice(0, -1).join(', ')} или ${modes.at(-1)}, а задано «${mode}».`)
  const production = mode === 'production'
  const port = whole('PORT', 3000, 65535)
  const databaseUrl = databaseUrlFrom(text, faults)
  const demoFlag = flag('DEMO')
  if (demoFlag && production)
    faults.push('DEMO=1 недопустима при NODE_ENV=production: демонстрационные входы открыты всем.')
  const mail = text('MAIL')
  const mailOff = mail === 'off'
  if (mail !== null && !mailOff) faults.push(`MAIL может быть только off, а задано «${mail}».`)
  const tls = tlsFrom(text, faults)
  const publicUrl = (
    url('PUBLIC_URL', production || tls ? ['https'] : ['http', 'https']) ??
    `${tls ? 'https' : 'http'}://localhost:${port}`
  ).replace(/(?<!\/)\/+$/, '')
  const dataDir = resolve(text('DATA_DIR') ?? 'data')
  const backupDir = resolve(text('BACKUP_DIR') ?? `${dataDir}-backup`)
  if (!relative(dataDir, backupDir).startsWith('..'))
    faults.push('BACKUP_DIR должна быть вне DATA_DIR: копия пропала бы вместе с данными.')
  if (production) {
    const missing = ['TOKEN_SECRET', 'DATA_KEY', 'DATA_PEPPER', 'PUBLIC_URL'].filter((name) => text(name) === null)
    for (const name of missing) faults.push(`${name} обязательна при NODE_ENV=production.`)
    const gateways = mailOff ? [] : (['SMTP_URL', 'SMS_URL'] as const).filter((name) => text(name) === null)
    for (const name of gateways)
      faults.push(
        `${name} обязательна при NODE_ENV=production: без неё ${name === 'SMTP_URL' ? 'письма' : 'СМС'} не уходят. Без почты и СМС портал запускает MAIL=off.`,
      )
  }
  const secrets = secretsFrom(text, faults)
  const host = text('HOST') ?? 'localhost'
  const demo = !production && (demoFlag ?? databaseUrl === null)
  const outbox = demo && isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
  const [smtpUrl, smsUrl] = [url('SMTP_URL', ['smtp', 'smtps']), url('SMS_URL', ['http', 'https'])]
  const config = {
    port,
    host,
    dataDir,
    backupDir,
    databaseUrl,
    databaseOwnerUrl: ownerUrlFrom(text, databaseUrl, faults),
    auditHeadsDir: resolve(text('AUDIT_HEADS_DIR') ?? join(dataDir, 'audit-heads')),
    production,
    tls,
    publicUrl,
    ...{ smtpUrl, smsUrl, mailOff },
    silent: outbox
      ? []
      : [...(smtpUrl === null ? (['email'] as const) : []), ...(smsUrl === null ? (['sms'] as const) : [])],
    mailFrom: text('MAIL_FROM') ?? `no-reply@${new URL(publicUrl).hostname}`,
    captcha: captchaFrom(text, faults),
    stateService: stateServiceFrom(text, faults, production),
    ymid: text('YM_ID'),
    mtid: text('MT_ID'),
    socialGoalId: text('SOCIAL_GOAL_ID'),
    trustProxy: trustProxyFrom(text, faults),
    demo,
    outbox,
    smsBudgetPerHour: whole('SMS_BUDGET_PER_HOUR', 500, 1_000_000),
    letterBudgetPerHour: whole('LETTER_BUDGET_PER_HOUR', 50_000, 10_000_000),
    fileQuotaBytes: whole('FILE_QUOTA_MB', 300, 1_000_000) * 1024 * 1024,
    s3: s3From(text, faults),
    clamd: clamdFrom(text, faults),
    ffmpegPath: text('FFMPEG') ?? 'ffmpeg',
    apiDocs: flag('API_DOCS') ?? !production,
    errorReportUrl: url('ERROR_REPORT_URL', ['http', 'https']),
    drainMs: whole('DRAIN_MS', production ? 2000 : 0, 60_000),
  }
  if (faults.length > 0) throw new ConfigError(faults)
  const complete = secrets.tokenSecret !== null && secrets.dataKey !== null && secrets.pepper !== null
  return { ...config, ...keysOf(secrets, complete ? null : keptSecrets(dataDir)) }
}

/** Keys from the environment; a key that it does not set comes from the data directory. */
function keysOf(given: GivenSecrets, kept: KeptSecrets | null): Pick<Config, 'tokenSecrets' | 'dataKeys' | 'pepper'> {
  const ring = (name: 'tokenSecret' | 'dataKey'): Rotated<string> => {
    const current = given[name]
    return current === null
      ? {
          current: (kept as KeptSecrets)[name],
          previous: kept?.previous?.[name] ?? null,
          next: kept?.next?.[name] ?? null,
        }
      : { current, ...given.around[name] }
  }
  const bytes = (key: string) => Buffer.from(key, 'base64')
  const { current, previous, next } = ring('dataKey')
  return {
    tokenSecrets: ring('tokenSecret'),
    dataKeys: {
      current: bytes(current),
      previous: previous === null ? null : bytes(previous),
      next: next === null ? null : bytes(next),
    },
    pepper: given.pepper ?? (kept as KeptSecrets).pepper,
  }
}

/** Whether any key comes from the data directory. */
export function keysAreKept(env: Env): boolean {
  return ['TOKEN_SECRET', 'DATA_KEY', 'DATA_PEPPER'].some((name) => !env[name]?.trim())
}

/** Applies keys that `npm run keys` changes in the data directory while the portal runs. Returns a way to stop. */
export function followKeptKeys(config: Config, env: Env, onError: (error: unknown) => void): () => void {
  if (!keysAreKept(env)) return () => {}
  const given = secretsFrom((name) => env[name]?.trim() || null, [])
  return watchSecrets(config.dataDir, (kept) => Object.assign(config, keysOf(given, kept)), onError)
}

const modes = ['production', 'development', 'test']

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

type Text = (name: string) => string | null

type GivenSecrets = ReturnType<typeof secretsFrom>

const isDataKey = (value: string) => /^[A-Za-z0-9+/_-]+=*$/.test(value) && Buffer.from(value, 'base64').length === 32

function secretsFrom(text: Text, faults: string[]) {
  const around = (name: string) => ({ previous: text(`${name}_PREVIOUS`), next: text(`${name}_NEXT`) })
  for (const name of ['DATA_KEY', 'DATA_KEY_PREVIOUS', 'DATA_KEY_NEXT']) {
    const value = text(name)
    if (value !== null && !isDataKey(value))
      faults.push(`${name} должна быть 32 байтами в base64 (openssl rand -base64 32).`)
  }
  for (const name of ['TOKEN_SECRET', 'TOKEN_SECRET_PREVIOUS', 'TOKEN_SECRET_NEXT', 'DATA_PEPPER']) {
    const value = text(name)
    if (value !== null && value.length < 32) faults.push(`${name} короче 32 знаков (openssl rand -base64 32).`)
  }
  for (const name of ['TOKEN_SECRET', 'DATA_KEY'])
    for (const other of [`${name}_PREVIOUS`, `${name}_NEXT`]) {
      if (text(other) === null) continue
      if (text(name) === null) faults.push(`${other} задаётся только вместе с ${name}.`)
      else if (text(other) === text(name)) faults.push(`${other} совпадает с ${name}.`)
    }
  return {
    tokenSecret: text('TOKEN_SECRET'),
    dataKey: text('DATA_KEY'),
    pepper: text('DATA_PEPPER'),
    around: { tokenSecret: around('TOKEN_SECRET'), dataKey: around('DATA_KEY') },
  }
}

function ownerUrlFrom(text: Text, databaseUrl: string | null, faults: string[]): string | null {
  const value = text('DATABASE_OWNER_URL')
  if (value === null) return null
  // The value may contain a password, so it is not repeated.
  if (!/^postgres(ql)?:\/\//.test(value) || !canBeRead(value))
    faults.push('DATABASE_OWNER_URL должна быть адресом вида postgres://….')
  if (databaseUrl === null) faults.push('DATABASE_OWNER_URL задаётся только вместе с DATABASE_URL.')
  return value
}

/** One server or several: `postgres://user:password@one:5432,two:5432/name` */
function databaseUrlFrom(text: Text, faults: string[]): string | null {
  const value = text('DATABASE_URL')
  if (value === null) return null
  const wanted = /[?&]target_session_attrs=([^&#]*)/.exec(value)?.[1] ?? 'primary'
  // The value may contain a password, so it is not repeated.
  if (!/^postgres(ql)?:\/\//.test(value) || !canBeRead(value))
    faults.push('DATABASE_URL должна быть адресом вида postgres://… или postgres://…@первый:5432,второй:5432/база.')
  else if (wanted !== 'primary' && wanted !== 'read-write')
    faults.push('target_session_attrs в DATABASE_URL может быть только read-write или primary: портал пишет в базу.')
  return value
}

function canBeRead(databaseUrl: string): boolean {
  try {
    return hostsOf(databaseUrl).length > 0
  } catch {
    return false
  }
}

function tlsFrom(text: Text, faults: string[]) {
  const cert = text('TLS_CERT')
  const key = text('TLS_KEY')
  if (cert && key) return { cert: resolve(cert), key: resolve(key) }
  if (cert || key) faults.push('TLS_CERT и TLS_KEY задаются только вместе.')
  return null
}

function captchaFrom(text: Text, faults: string[]) {
  const siteKey = text('SMARTCAPTCHA_SITE_KEY')
  const serverKey = text('SMARTCAPTCHA_SERVER_KEY')
  if (siteKey && serverKey) return { siteKey, serverKey }
  if (siteKey || serverKey) faults.push('SMARTCAPTCHA_SITE_KEY и SMARTCAPTCHA_SERVER_KEY задаются только вместе.')
  return null
}

function stateServiceFrom(text: Text, faults: string[], production: boolean): StateServiceConfig | null {
  const issuer = text('OIDC_ISSUER')
  const clientId = text('OIDC_CLIENT_ID')
  const clientSecret = text('OIDC_CLIENT_SECRET')
  if (!issuer && !clientId && !clientSecret) return null
  if (!issuer || !clientId || !clientSecret) {
    faults.push('OIDC_ISSUER, OIDC_CLIENT_ID и OIDC_CLIENT_SECRET задаются только вместе.')
    return null
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  const guarded = url?.protocol === 'https:' || (url?.protocol === 'http:' && !production && isLoopback(url.hostname))
  if (!url || !guarded || url.search || url.hash || url.username || url.password)
    faults.push('OIDC_ISSUER должна быть адресом вида https://… (http — только на этой машине и не в production).')
  const scopes = (text('OIDC_SCOPE') ?? 'openid').split(/\s+/)
  if (!scopes.includes('openid')) faults.push('OIDC_SCOPE должна содержать openid.')
  const values = (text('OIDC_TRUST_VALUES') ?? 'true').split(',').map((value) => value.trim())
  return {
    issuer,
    clientId,
    clientSecret,
    name: text('OIDC_NAME') ?? 'Госуслуги',
    scope: scopes.join(' '),
    trust: { claim: text('OIDC_TRUST_CLAIM') ?? 'trusted', values: values.filter(Boolean) },
  }
}

/** `https://key:secret@host/bucket?region=…` */
function s3From(text: Text, faults: string[]): S3Config | null {
  const value = text('S3_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const [bucket = '', ...more] = url?.pathname.slice(1).split('/') ?? []
  const whole = /^https?:$/.test(url?.protocol ?? '') && url?.username && url.password && bucket && more.length === 0
  if (!url || !whole) {
    // The value contains the key, so it is not repeated.
    faults.push('S3_URL должна быть адресом вида https://ключ:секрет@хранилище/корзина?region=регион.')
    return null
  }
  return {
    endpoint: url.origin,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}

/** `tcp://host:3310` or `unix:///run/clamav/clamd.ctl` */
function clamdFrom(text: Text, faults: string[]): ClamdAddress | null {
  const value = text('CLAMD_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol === 'unix:' && url.pathname.length > 1) return { path: decodeURIComponent(url.pathname) }
  if (url?.protocol === 'tcp:' && url.hostname)
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) }
  faults.push('CLAMD_URL должна быть адресом вида tcp://127.0.0.1:3310 или unix:///run/clamav/clamd.ctl.')
  return null
}

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

function trustProxyFrom(text: Text, faults: string[]) {
  const entries = (text('TRUST_PROXY') ?? '').split(',').map((entry) => entry.trim())
  return entries.filter(Boolean).filter((entry) => {
    const [address = '', bits, ...rest] = entry.split('/')
    const width = isIP(address) === 6 ? 128 : 32
    const network = isIP(address) > 0 && rest.length === 0
    const good =
      network && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= width))
    if (good || namedNetworks.includes(entry)) return true
    // `true`, or a network of all addresses, would let any caller choose the address that limits count by.
    faults.push(`TRUST_PROXY должна быть списком адресов прокси через запятую, а «${entry}» — не адрес и не сеть.`)
    return false
  })
}
