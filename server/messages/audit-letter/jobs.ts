import { queueLetters } from '#server/messages/outbox/queue-message.ts'
import { newestHead } from '#server/platform/audit/heads.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'

const weekMs = 7 * 24 * 3_600_000

export const auditJobs = (services: Services): Record<string, Task> => ({
  write_of_audit: async () => {
    await scheduleAuditLetter(services)
    await writeOfAudit(services)
  },
})

/** Queues the letter of the next week; called at every start, which does not put it off. */
export async function scheduleAuditLetter({ db, clock }: Services): Promise<void> {
  const runAt = new Date(clock().getTime() + weekMs)
  await db
    .transaction()
    .execute((tx) => addJob(tx, 'write_of_audit', {}, { runAt, jobKey: 'write_of_audit', keepsRunAt: true }))
}

/** Sends the newest row's number and hash to those who administer the whole portal: their mailboxes are elsewhere. */
export async function writeOfAudit(services: Services): Promise<void> {
  const { db, config } = services
  const head = await newestHead(db)
  if (!head) return
  await db.transaction().execute(async (tx) => {
    const administrators = await tx
      .selectFrom('admin_flags as f')
      .innerJoin('accounts as a', 'a.id', 'f.account_id')
      .select('a.email')
      .where('f.flag', '=', 'admins')
      .where('f.competition_code', 'is', null)
      .where('a.disabled_at', 'is', null)
      .$if(!config.demo, (query) => query.where('a.is_demo', '=', false))
      .execute()
    const text = `Здравствуйте!

Сохраните это письмо. По нему будет видно, если кто-то удалит из журнала действий последние записи или перепишет журнал.

Портал: ${config.publicUrl}
Последняя запись: № ${head.id}
Её хеш: ${head.hash}

Так журнал сверяют с этим письмом на сервере портала:
npm run audit-check -- --head ${head.id}:${head.hash}`
    await queueLetters(
      tx,
      services,
      administrators.map(({ email }) => ({ to: email, subject: `Журнал действий: запись № ${head.id}`, text })),
    )
  })
}
