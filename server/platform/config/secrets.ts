import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataDir } from './data-dir.ts'
import { StartRefused } from './start-refused.ts'

export interface KeptSecrets {
  tokenSecret: string
  /** 32 bytes in base64. */
  dataKey: string
  pepper: string
}

/**
 * Secrets made on the first start outside production and stored in the data directory, so that tokens and encrypted
 * data stay valid after a restart.
 */
export function keptSecrets(dataDir: string): KeptSecrets {
  prepareDataDir(dataDir)
  const file = join(dataDir, 'secrets.json')
  return read(file) ?? create(file)
}

function read(file: string): KeptSecrets | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return null
    throw new StartRefused(`Файл секретов ${file} не читается (${code}).`, { cause: error })
  }
  try {
    const { tokenSecret, dataKey, pepper } = JSON.parse(text) as Partial<KeptSecrets>
    if (tokenSecret && dataKey && pepper) return { tokenSecret, dataKey, pepper }
  } catch {
    // Handled below like a file that lacks a secret.
  }
  throw new StartRefused(`Файл секретов ${file} повреждён: восстановите его из копии, без него данные не расшифровать.`)
}

function create(file: string): KeptSecrets {
  const secrets: KeptSecrets = {
    tokenSecret: randomBytes(32).toString('base64url'),
    dataKey: randomBytes(32).toString('base64'),
    pepper: randomBytes(32).toString('base64url'),
  }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  try {
    // A link fails when the name is taken, so two portals that start together both use the first one's file.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return read(file) ?? secrets
}
