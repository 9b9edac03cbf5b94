import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { guardAudit, isAuditOpen } from '#server/platform/audit/guard-audit.ts'
import { headObjects } from '#server/platform/audit/head-objects.ts'
import { headFiles, keepAuditHeads } from '#server/platform/audit/heads.ts'
import { databaseClock } from '#server/platform/clock/database-clock.ts'
import { followKeptKeys, readConfig } from '#server/platform/config/config.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { isUnavailable } from '#server/platform/db/errors.ts'
import { startHearing } from '#server/platform/db/hearing.ts'
import { openDisk } from '#server/platform/files/open-disk.ts'
import { portalLog } from '#server/platform/http/portal-log.ts'
import { tlsOptions } from '#server/platform/http/tls.ts'
import { startWorker } from '#server/platform/jobs/jobs.ts'
import { freeMemory } from '#server/platform/memory/free-memory.ts'
import { announceStart } from './announce-start.ts'
import { openPortalDatabase } from './open-portal-database.ts'
import type { Database } from './tables.ts'

/** Loads every plug-in before the portal listens. */
const ready = async (app: FastifyInstance) => {
  await app.ready()
  return app
}

const warmAfterMs = 5000
const retryMs = 1000

/** For `npm start`, which starts a portal again that has served and ends without being told to. */
const tellStarter = (what: 'serves' | 'ends as told') => {
  if (process.connected) process.send?.(what)
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Reads the settings, starts everything and listens. Throws `StartRefused` for what an operator can fix. */
export async function startPortal(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  // Checked before the database starts, so that a certificate that cannot be used stops the start at once.
  if (config.tls) tlsOptions(config.tls)
  const log = portalLog(config.errorReportUrl)
  // The domains are loaded while the database starts: neither needs the other yet. Loading them earlier would use the
  // processor that the start of the database needs.
  const loading = Promise.withResolvers<typeof import('./domains.ts')>()
  loading.promise.catch(() => {})
  const database = await openPortalDatabase<Database>(config, {
    migrations: here('./migrations'),
    meanwhile: () => import('./domains.ts').then(loading.resolve, loading.reject),
    guard: guardAudit,
    onError: (err) => log.error({ err }, 'a connection to the database broke'),
  })
  const leaving = { now: false }
  let keepers: (() => Promise<void>)[] = []
  /** A start that has found its database waits for it when it is lost. */
  const persist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work()
      } catch (err) {
        if (leaving.now || !isUnavailable(err)) throw err
        log.error({ err }, 'the database was lost during the start')
        await delay(retryMs)
      }
    }
  }
  try {
    const {
      buildApp,
      firstAdministratorLink,
      jobLanes,
      loadDemo,
      heardChannels,
      loadDictionaries,
      makeServices,
      scheduleAuditLetter,
      scheduleFileSweep,
      scheduleJudging,
      scheduleProtocols,
      scheduleForgetting,
      scheduleResealing,
      scheduleComparison,
      scheduleAllStageJobs,
      warmUp,
    } = await loading.promise
    const time = await persist(() => databaseClock(database.connection, { onDoubt: (message) => log.warn(message) }))
    if (config.databaseUrl !== null && (await persist(() => isAuditOpen(database.pool))))
      log.warn('the role of the portal may change the audit: set DATABASE_OWNER_URL, see docs/decisions/0138')
    const hearing = startHearing(database.connection, heardChannels)
    keepers = [headFiles(config.auditHeadsDir), ...(config.s3 ? [headObjects(config.s3)] : [])].map((place) =>
      keepAuditHeads(
        {
          ...{ db: database.db, hearing },
          onError: (err) => log.error({ err }, 'the newest row of the audit was not stored outside the database'),
        },
        place,
      ),
    )
    const disk = openDisk(config)
    const services = makeServices({ db: database.db, clock: time.now, config, disk }, hearing)
    const fill = async () => {
      await loadDictionaries(database.db)
      if (config.demo) await loadDemo(services)
    }
    const [app] = await Promise.all([
      buildApp({
        services,
        pool: database.pool,
        time,
        hearing,
        logger: log,
        webDirectory: here('../dist/web'),
        leaving,
      }).then(ready),
      persist(fill),
    ])
    let worker: Awaited<ReturnType<typeof startWorker>> | undefined
    // Before listening: a signal to end may come as soon as the portal answers.
    process.on('unhandledRejection', (fault) => {
      // Thrown on, it ends the portal as any other fault in our code.
      if (!isUnavailable(fault)) throw fault
      log.error({ err: fault }, 'the database was lost by work that nobody waits for')
    })
    closeWithGrace({ delay: 10_000 + config.drainMs, skip: ['unhandledRejection'] }, async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'the portal ends because of a fault')
      else tellStarter('ends as told')
      leaving.now = true
      if (signal === 'SIGTERM') await delay(config.drainMs)
      await app.close()
      await worker?.stop()
      await Promise.all(keepers.map((stop) => stop()))
      time.stop()
      await database.close()
    })
    await app.listen({ port: config.port, host: config.host }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE')
        throw new StartRefused(
          `Порт ${config.port} занят. Остановите программу, которая его слушает, или задайте PORT.`,
        )
      if (cause.code === 'EACCES')
        throw new StartRefused(`Слушать порт ${config.port} не хватает прав. Задайте PORT выше 1023.`)
      throw cause
    })
    tellStarter('serves')
    await persist(() =>
      Promise.all([
        scheduleAllStageJobs(services),
        scheduleJudging(services),
        scheduleProtocols(services),
        scheduleAuditLetter(services),
        scheduleFileSweep(services),
        scheduleForgetting(services),
        scheduleComparison(services),
        scheduleResealing(services),
      ]),
    )
    followKeptKeys(config, env, (err) => log.error({ err }, 'changed keys were not taken up'))
    // Only after listening, so that a start that is refused leaves no unfinished job.
    worker = await persist(() =>
      startWorker({
        pool: database.pool,
        connection: database.connection,
        tasks: jobLanes(services),
        onError: (message, details) => log.error({ details }, message),
      }),
    )
    // Later, so that the processor is free for the first visitors.
    const warming = async () => {
      if (leaving.now) return
      await warmUp(services).catch((err) => log.warn({ err }, 'the connections were not warmed up'))
      freeMemory()
    }
    setTimeout(warming, warmAfterMs).unref()
    announceStart(config, config.demo ? null : await persist(() => firstAdministratorLink(services)))
  } catch (fault) {
    // A signal to end came during the start, and this fault is caused by closing the database.
    if (leaving.now) return
    await Promise.all(keepers.map((stop) => stop()))
    await database.close()
    throw fault
  }
}
