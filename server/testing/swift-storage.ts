import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { patience } from './patience.ts'
import { freePort } from './portal-process.ts'

const servers = ['account', 'container', 'object'] as const
const programs = [...servers, 'proxy'].map((name) => `swift-${name}-server`)
const bucket = 'portal'

const installed = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Whether the system has Swift, a storage that speaks S3, with its configuration file, which has the path hash. */
export const hasSwift: boolean =
  [...programs, 'swift-ring-builder'].every(installed) && existsSync('/etc/swift/swift.conf')

export interface Storage {
  /** The value of S3_URL for the portal. */
  url: string
  /** The keys of all stored objects. */
  keys(): Promise<string[]>
  stop(): Promise<void>
}

/** A complete Swift in a directory of its own: one copy of everything, on loopback. */
export async function swiftStorage(): Promise<Storage> {
  const directory = mkdtempSync(join(tmpdir(), 'swift-'))
  const ports = { account: 0, container: 0, object: 0, proxy: 0 }
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await freePort()
  const configured = (name: keyof typeof ports, rest: string) => {
    const path = join(directory, `${name}.conf`)
    const own = `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${ports[name]}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${directory}\ndevices = ${directory}/devices\nmount_check = false\n`
    writeFileSync(path, own + rest)
    return path
  }
  mkdirSync(join(directory, 'devices', 'd1'), { recursive: true })
  const paths = servers.map((name) => {
    const ring = join(directory, `${name}.builder`)
    const build = (...given: string[]) => execFileSync('swift-ring-builder', [ring, ...given], { stdio: 'ignore' })
    build('create', '4', '1', '1')
    build('add', `r1z1-127.0.0.1:${ports[name]}/d1`, '1')
    build('rebalance')
    return configured(
      name,
      `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    )
  })
  paths.push(configured('proxy', proxy))
  const children = paths.map((path, at) => spawn(programs[at] ?? '', [path], { stdio: 'ignore' }))
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${ports.proxy}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'testing' },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const stop = async () => {
    client.destroy()
    await Promise.all(children.map(ended))
    rmSync(directory, { recursive: true, force: true })
  }
  const longest = Date.now() + 3 * patience
  while (!(await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(() => null))) {
    if (Date.now() > longest) {
      await stop()
      throw new Error('Swift does not answer')
    }
    await delay(300)
  }
  return {
    url: `http://test%3Atester:testing@127.0.0.1:${ports.proxy}/${bucket}`,
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
      return Contents.map(({ Key = '' }) => Key)
    },
    stop,
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  return promise
}

const proxy = `[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`
