import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import { ScannerUnavailable, scanBytes } from '#server/platform/scanner/clamd.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { removeBytes } from './view-image.ts'

/** A scanner that restarts needs half a minute to load its signatures. */
const firstPause = 15_000
const longestPause = 300_000

/** Queues the scan of a file in quarantine, in the transaction that stores it. */
export const queueScan = (tx: Tx, fileId: string, again?: { runAt: Date; tries: number }): Promise<void> =>
  addJob(
    tx,
    'scan_file',
    { fileId, tries: again?.tries ?? 0 },
    {
      jobKey: `scan_file_${fileId}`,
      ...(again ? { runAt: again.runAt } : {}),
    },
  )

/**
 * Scans a file in quarantine. A clean file is released; of an infected one the bytes are removed and the owner is
 * notified. While the scanner does not answer, the file stays in quarantine and is tried again for as long as it takes.
 */
export async function scanFile(
  services: Services,
  { fileId, tries = 0 }: { fileId: string; tries?: number },
  { lastAttempt }: Pick<JobContext, 'lastAttempt'>,
): Promise<void> {
  const { db, disk, config, clock } = services
  const file = await db.selectFrom('files').select('scan').where('id', '=', fileId).executeTakeFirst()
  if (file?.scan !== 'waiting') return
  const later = () =>
    db.transaction().execute((tx) => {
      const pause = Math.min(longestPause, firstPause * 2 ** tries)
      return queueScan(tx, fileId, { runAt: new Date(clock().getTime() + pause), tries: tries + 1 })
    })
  // Only a scanner releases a file from quarantine.
  if (!config.clamd) return later()
  try {
    const opened = await disk.open(fileId)
    // The row is stored before the bytes have their name.
    if (!opened) return await later()
    const found = await scanBytes(config.clamd, opened.stream)
    if (found === null) await release(services, fileId)
    else await remove(services, fileId)
  } catch (fault) {
    if (!(fault instanceof ScannerUnavailable) && !lastAttempt) throw fault
    await later()
  }
}

const release = ({ db }: Services, fileId: string) =>
  db.updateTable('files').set({ scan: 'clean' }).where('id', '=', fileId).where('scan', '=', 'waiting').execute()

async function remove(services: Services, fileId: string): Promise<void> {
  const { db, disk } = services
  await db.transaction().execute(async (tx) => {
    const file = await tx
      .updateTable('files')
      .set({ scan: 'infected' })
      .where('id', '=', fileId)
      .where('scan', '=', 'waiting')
      .returning(['account_id', 'name', 'handed_in'])
      .executeTakeFirst()
    if (!file) return
    await messagePerson(tx, services, file.account_id, {
      kind: 'stages',
      title: 'Файл удалён: в нём найден вирус',
      text: `Проверка нашла вирус в файле ${quoted(file.name)}, поэтому он удалён. Такое бывает и без ведома автора файла: проверьте компьютер антивирусом, сохраните документ заново и загрузите его ещё раз.${file.handed_in ? ' Файл был частью сданной работы. Если этап уже закрыт, напишите в поддержку конкурса.' : ''}`,
    })
  })
  await removeBytes(disk, fileId)
}
