import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, unlinkSync, unwatchFile, watchFile, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataDir } from './data-dir.ts'
import { StartRefused } from './start-refused.ts'

/** The two keys that can be changed. The pepper cannot: the original values that it hashed are not stored. */
export interface KeptKeys {
  tokenSecret: string
  /** 32 bytes in base64. */
  dataKey: string
}

export interface KeptSecrets extends KeptKeys {
  pepper: string
  previous?: KeptKeys
  next?: KeptKeys
}

export const secretsIn = (dataDir: string) => join(dataDir, 'secrets.json')

/**
 * Secrets made on the first start outside production and stored in the data directory, so that tokens and encrypted
 * data stay valid after a restart.
 */
export function keptSecrets(dataDir: string): KeptSecrets {
  prepareDataDir(dataDir)
  const file = secretsIn(dataDir)
  return readSecrets(file) ?? create(file)
}

export const newKeys = (): KeptKeys => ({
  tokenSecret: randomBytes(32).toString('base64url'),
  dataKey: randomBytes(32).toString('base64'),
})

/** Replaces the file as a whole: a reader finds the old one or the new one. */
export function keepSecrets(dataDir: string, secrets: KeptSecrets): void {
  const draft = writeDraft(secretsIn(dataDir), secrets)
  renameSync(draft, secretsIn(dataDir))
}

/** How often running portals check whether the secrets have changed, in milliseconds. */
export const secretsWatchMs = 1000

/** Calls `changed` with new contents of the file until the returned function is called. Keeps no process running. */
export function watchSecrets(
  dataDir: string,
  changed: (secrets: KeptSecrets) => void,
  onError: (error: unknown) => void,
): () => void {
  const file = secretsIn(dataDir)
  const look = () => {
    try {
      const secrets = readSecrets(file)
      if (secrets) changed(secrets)
    } catch (error) {
      onError(error)
    }
  }
  watchFile(file, { interval: secretsWatchMs, persistent: false }, look)
  return () => unwatchFile(file, look)
}

const isKeys = (keys: Partial<KeptKeys> | undefined) => keys === undefined || Boolean(keys.tokenSecret && keys.dataKey)

/** Null when there is no such file. Throws `StartRefused` for a damaged one. */
export function readSecrets(file: string): KeptSecrets | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return null
    throw new StartRefused(`Файл секретов ${file} не читается (${code}).`, { cause: error })
  }
  try {
    const { tokenSecret, dataKey, pepper, previous, next } = JSON.parse(text) as Partial<KeptSecrets>
    if (tokenSecret && dataKey && pepper && isKeys(previous) && isKeys(next))
      return { tokenSecret, dataKey, pepper, ...(previous && { previous }), ...(next && { next }) }
  } catch {
    // Handled below like a file that lacks a secret.
  }
  throw new StartRefused(`Файл секретов ${file} повреждён: восстановите его из копии, без него данные не расшифровать.`)
}

function create(file: string): KeptSecrets {
  const secrets: KeptSecrets = { ...newKeys(), pepper: randomBytes(32).toString('base64url') }
  const draft = writeDraft(file, secrets)
  try {
    // A link fails when the name is taken, so two portals that start together both use the first one's file.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readSecrets(file) ?? secrets
}

function writeDraft(file: string, secrets: KeptSecrets): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  return draft
}
