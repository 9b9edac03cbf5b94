import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { StartRefused } from './start-refused.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const secrets = {
  TOKEN_SECRET: 't'.repeat(32),
  DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATA_PEPPER: 'p'.repeat(32),
}
const gateways = { SMTP_URL: 'smtps://mail.example', SMS_URL: 'https://sms.example' }
const production = { ...secrets, ...gateways, NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example' }

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('without any variable', () => {
  test('the portal opens on this machine only, with its own database and the demo season', () => {
    const config = readConfig({ DATA_DIR: dir })
    expect(config).toMatchObject({
      port: 3000,
      host: 'localhost',
      databaseUrl: null,
      production: false,
      publicUrl: 'http://localhost:3000',
      demo: true,
      outbox: true,
      captcha: null,
      trustProxy: [],
    })
  })

  test('FS-14 outside the demo messages without a gateway wait; the outbox of a demo shows them', () => {
    const silent = (env: Record<string, string>) => readConfig({ DATA_DIR: dir, ...env }).silent
    expect(silent({})).toEqual([])
    expect(silent({ DEMO: '0' })).toEqual(['email', 'sms'])
    expect(silent({ DEMO: '0', SMTP_URL: 'smtp://localhost' })).toEqual(['sms'])
    expect(silent({ HOST: '0.0.0.0' })).toEqual(['email', 'sms'])
  })

  test('an empty variable counts as absent', () => {
    expect(readConfig({ DATA_DIR: dir, PORT: '', SMTP_URL: '  ' })).toMatchObject({ port: 3000, smtpUrl: null })
  })

  test('a restart keeps the secrets, in a file that only its owner reads', () => {
    const first = readConfig({ DATA_DIR: dir })
    const second = readConfig({ DATA_DIR: dir })
    expect(second).toEqual(first)
    expect(first.dataKeys.current.length).toBe(32)
    expect(statSync(join(dir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('a secret from the environment overrides the stored one', () => {
    readConfig({ DATA_DIR: dir })
    expect(readConfig({ DATA_DIR: dir, DATA_PEPPER: secrets.DATA_PEPPER }).pepper).toBe(secrets.DATA_PEPPER)
  })

  test('damaged secrets stop the start instead of being replaced', () => {
    writeFileSync(join(dir, 'secrets.json'), '{')
    expect(() => readConfig({ DATA_DIR: dir })).toThrow(StartRefused)
    expect(readFileSync(join(dir, 'secrets.json'), 'utf8')).toBe('{')
  })

  test('a directory that cannot be written gives one sentence', () => {
    writeFileSync(join(dir, 'file'), '')
    expect(() => readConfig({ DATA_DIR: join(dir, 'file') })).toThrow(/^Каталог данных .* недоступен для записи/)
  })
})

describe('with DATABASE_URL', () => {
  test('the demo season is loaded only when DEMO requests it', () => {
    const env = { DATA_DIR: dir, DATABASE_URL: 'postgres://portal@db/portal' }
    expect(readConfig(env).demo).toBe(false)
    expect(readConfig({ ...env, DEMO: '1' }).demo).toBe(true)
  })
})

describe('R-64', () => {
  test.each(['Production', 'prod', 'PRODUCTION', 'staging'])('NODE_ENV=%s stops the start with a message', (value) => {
    expect(faultsOf({ ...production, NODE_ENV: value })).toEqual([
      `NODE_ENV должна быть production, development или test, а задано «${value}».`,
    ])
  })

  test.each([
    [{}, true],
    [{ NODE_ENV: 'development', HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '127.0.0.1.example' }, false],
    [{ PUBLIC_URL: 'https://portal.example' }, false],
    [{ PUBLIC_URL: 'http://localhost.example' }, false],
    [{ DEMO: '0' }, false],
    [{ DATABASE_URL: 'postgres://portal@db/portal' }, false],
    [{ DATABASE_URL: 'postgres://portal@db/portal', DEMO: '1' }, true],
  ])('with %o the outbox is open: %s', (env, open) => {
    expect(readConfig({ DATA_DIR: dir, ...(env as Record<string, string>) }).outbox).toBe(open)
  })
})

describe('in production', () => {
  test('the portal refuses to start without its secrets and its public address, naming all of them', () => {
    const faults = faultsOf({ NODE_ENV: 'production', DATA_DIR: dir })
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'TOKEN_SECRET',
      'DATA_KEY',
      'DATA_PEPPER',
      'PUBLIC_URL',
      'SMTP_URL',
      'SMS_URL',
    ])
  })

  test('FS-14 the portal refuses to start without mail or SMS until MAIL=off is written out', () => {
    const without = (name: keyof typeof gateways, more = {}) => ({ ...production, [name]: '', ...more })
    expect(faultsOf(without('SMTP_URL')).join()).toMatch(/^SMTP_URL .*письма не уходят.*MAIL=off/)
    expect(faultsOf(without('SMS_URL')).join()).toMatch(/^SMS_URL .*СМС не уходят.*MAIL=off/)
    expect(readConfig(without('SMTP_URL', { MAIL: 'off' }))).toMatchObject({ mailOff: true, silent: ['email'] })
    expect(readConfig(production).silent).toEqual([])
    expect(faultsOf({ ...production, MAIL: 'no' })).toEqual(['MAIL может быть только off, а задано «no».'])
  })

  test('nothing is written to the data directory when all secrets are given', () => {
    const config = readConfig({ ...production, DATA_DIR: join(dir, 'absent') })
    expect(config).toMatchObject({ production: true, demo: false, outbox: false, publicUrl: 'https://portal.example' })
    expect(() => statSync(join(dir, 'absent'))).toThrow()
  })

  test('the public address must be https', () => {
    expect(faultsOf({ ...production, PUBLIC_URL: 'http://portal.example' })).toEqual([
      'PUBLIC_URL должна быть адресом вида https://….',
    ])
  })

  test('demo logins are disabled', () => {
    expect(faultsOf({ ...production, DEMO: '1' })).toHaveLength(1)
  })
})

describe('a state service', () => {
  const service = { OIDC_ISSUER: 'https://id.example/', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'secret' }

  test('needs an address, a name and a secret; the rest has defaults', () => {
    const env = { DATA_DIR: dir, ...service }
    expect(readConfig({ DATA_DIR: dir }).stateService).toBeNull()
    expect(readConfig(env).stateService).toEqual({
      issuer: 'https://id.example/',
      clientId: 'portal',
      clientSecret: 'secret',
      name: 'Госуслуги',
      scope: 'openid',
      trust: { claim: 'trusted', values: ['true'] },
    })
    const chosen = {
      OIDC_NAME: 'ЕСИА',
      OIDC_SCOPE: 'openid  snils',
      OIDC_TRUST_CLAIM: 'acr',
      OIDC_TRUST_VALUES: 'high, highest,',
    }
    expect(readConfig({ ...env, ...chosen }).stateService).toMatchObject({
      name: 'ЕСИА',
      scope: 'openid snils',
      trust: { claim: 'acr', values: ['high', 'highest'] },
    })
    for (const name of Object.keys(service)) expect(faultsOf({ ...env, [name]: '' })).toHaveLength(1)
    expect(faultsOf({ ...env, OIDC_SCOPE: 'profile' })).toEqual(['OIDC_SCOPE должна содержать openid.'])
  })

  test.each([
    ['https://id.example', true, true],
    ['http://127.0.0.1:4000', true, false],
    ['http://localhost:4000', true, false],
    ['http://id.example', false, false],
    ['https://user:parol@id.example', false, false],
    ['https://id.example/?a=b', false, false],
    ['id.example', false, false],
  ])('at %s is accepted outside production: %s, in production: %s', (OIDC_ISSUER, outside, inside) => {
    const accepted = (env: Record<string, string>) => faultsOf({ ...env, ...service, OIDC_ISSUER }).length === 0
    expect([accepted({ DATA_DIR: dir }), accepted(production)]).toEqual([outside, inside])
  })
})

describe('faults', () => {
  test('are listed together, and a password in an address is not repeated', () => {
    const faults = faultsOf({
      DATA_DIR: dir,
      PORT: '70000',
      DATABASE_URL: 'mysql://u:parol@db/x',
      SMARTCAPTCHA_SITE_KEY: 'k',
      DATA_KEY: 'short',
      TOKEN_SECRET: 'short',
      DEMO: 'yes',
    })
    expect(faults).toHaveLength(6)
    expect(faults.join()).not.toContain('parol')
  })

  test('R-89 the owner of a database is named only beside the database, without its password in a message', () => {
    const owner = { DATABASE_OWNER_URL: 'postgres://owner:parol@db/portal' }
    const both = { DATA_DIR: dir, DATABASE_URL: 'postgres://portal@db/portal', ...owner }
    expect(readConfig(both).databaseOwnerUrl).toBe(owner.DATABASE_OWNER_URL)
    expect(readConfig({ DATA_DIR: dir }).auditHeadsDir).toBe(join(dir, 'audit-heads'))
    for (const wrong of [
      { DATA_DIR: dir, ...owner },
      { ...both, DATABASE_OWNER_URL: 'mysql://u:parol@db/x' },
    ]) {
      const faults = faultsOf(wrong)
      expect([faults.length, faults.join().includes('parol')]).toEqual([1, false])
    }
  })

  test('of one variable form one sentence', () => {
    expect(() => readConfig({ DATA_DIR: dir, PORT: 'abc' })).toThrow(
      'PORT должна быть целым числом от 0 до 65535, а задано «abc».',
    )
  })

  test('S3_URL names a storage, its key and its bucket, and the message about a fault never repeats the key', () => {
    const S3_URL = 'https://test%3Atester:se%2Fcret@storage.example:8443/portal?region=ru-central1'
    expect(readConfig({ DATA_DIR: dir, S3_URL }).s3).toEqual({
      endpoint: 'https://storage.example:8443',
      region: 'ru-central1',
      bucket: 'portal',
      accessKeyId: 'test:tester',
      secretAccessKey: 'se/cret',
    })
    expect(readConfig({ DATA_DIR: dir }).s3).toBeNull()
    for (const wrong of ['ftp://k:parol@a/b', 'https://a/b', 'https://k:parol@a/', 'https://k:parol@a/b/c', 'parol']) {
      const faults = faultsOf({ DATA_DIR: dir, S3_URL: wrong })
      expect([wrong, faults.length, faults.join().includes('parol')]).toEqual([wrong, 1, false])
    }
  })

  test('CLAMD_URL names a scanner by a port or by a socket', () => {
    const clamd = (CLAMD_URL: string) => readConfig({ DATA_DIR: dir, CLAMD_URL }).clamd
    expect(clamd('tcp://clamav')).toEqual({ host: 'clamav', port: 3310 })
    expect(clamd('tcp://[::1]:3311')).toEqual({ host: '::1', port: 3311 })
    expect(clamd('unix:///run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' })
    for (const wrong of ['http://a', 'unix:', '127.0.0.1:3310'])
      expect([wrong, faultsOf({ DATA_DIR: dir, CLAMD_URL: wrong }).length]).toEqual([wrong, 1])
  })

  test.each(['true', '1', '*', '0.0.0.0/0', '10.0.0.0/33'])('TRUST_PROXY=%s is refused', (value) => {
    expect(faultsOf({ DATA_DIR: dir, TRUST_PROXY: value })).toHaveLength(1)
  })

  test('TRUST_PROXY takes addresses and networks', () => {
    const { trustProxy } = readConfig({ DATA_DIR: dir, TRUST_PROXY: '10.0.0.0/8, ::1,loopback' })
    expect(trustProxy).toEqual(['10.0.0.0/8', '::1', 'loopback'])
  })
})
