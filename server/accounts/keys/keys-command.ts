import { setTimeout as delay } from 'node:timers/promises'
import { type Config, keysAreKept, readConfig } from '#server/platform/config/config.ts'
import { keepSecrets, keptSecrets, newKeys, secretsWatchMs } from '#server/platform/config/secrets.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { withDatabase } from '#server/platform/db/with-database.ts'
import type { Database } from '#server/tables.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { type KeyStatus, keyStatus } from './key-status.ts'

type Print = (line: string) => void

/**
 * The command `npm run keys`, with or without a running portal: prints the progress of a change of keys. `rotate` and
 * `drop` change the keys of the data directory. Returns the exit code.
 */
export async function keysCommand(
  env: Record<string, string | undefined>,
  [action]: string[],
  print: Print = console.log,
): Promise<number> {
  try {
    const config = readConfig(env)
    if (action !== undefined && action !== 'rotate' && action !== 'drop')
      throw new StartRefused('Команда npm run keys понимает только rotate и drop.')
    if (action !== undefined && !keysAreKept(env))
      throw new StartRefused('Ключи заданы переменными окружения: меняйте их там, порядок описан в README.')
    if (action === 'rotate') await rotate(config, print)
    else {
      const status = await withDatabase<Database, KeyStatus>(config, (db) => keyStatus(db, config))
      if (action === 'drop') drop(config, status)
      tell(status, action === 'drop' ? readConfig(env) : config, print)
    }
    return 0
  } catch (fault) {
    print(fault instanceof StartRefused ? fault.message : `Ключи не проверены: ${(fault as Error).message}`)
    return 2
  }
}

/** First gives the new keys to all processes for reading, and only then makes them the keys in use. */
async function rotate({ dataDir }: Config, print: Print): Promise<void> {
  const { next = newKeys(), previous, ...kept } = keptSecrets(dataDir)
  if (previous) throw new StartRefused('Прежние ключи ещё хранятся. Сначала уберите их: npm run keys -- drop')
  keepSecrets(dataDir, { ...kept, next })
  await delay(5 * secretsWatchMs)
  const { tokenSecret, dataKey, pepper } = kept
  keepSecrets(dataDir, { ...next, pepper, previous: { tokenSecret, dataKey } })
  print('Новые ключи действуют, прежние тоже. Когда прежние можно убрать, скажет npm run keys.')
}

function drop({ dataDir }: Config, status: KeyStatus): void {
  const { previous, ...kept } = keptSecrets(dataDir)
  if (!previous) throw new StartRefused('Прежних ключей нет.')
  const faults = reasonsToKeep(status)
  if (faults.length > 0) throw new StartRefused(['Прежние ключи ещё нужны.', ...faults].join('\n'))
  keepSecrets(dataDir, kept)
}

const reasonsToKeep = ({ others, unknown, tokensUntil, now }: KeyStatus): string[] => [
  ...(others > 0 ? [`Прежним ключом зашифровано значений: ${others}. Работающий портал перешифрует их сам.`] : []),
  ...(unknown > 0 ? [`Ни одним ключом не открыть значений: ${unknown}. Верните ключ, которым они зашифрованы.`] : []),
  ...(tokensUntil !== null && tokensUntil > now
    ? [`Ссылки из писем, подписанные прежним ключом, действуют до ${showDateTime(tokensUntil)}.`]
    : []),
]

function tell(status: KeyStatus, config: Config, print: Print): void {
  print(`Нынешним ключом зашифровано значений: ${status.current}.`)
  const faults = reasonsToKeep(status)
  for (const fault of faults) print(fault)
  if (config.dataKeys.previous === null && config.tokenSecrets.previous === null) print('Прежних ключей нет.')
  else if (faults.length === 0) print('Прежние ключи можно убрать.')
}
