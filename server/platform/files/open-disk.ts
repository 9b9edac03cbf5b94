import { join } from 'node:path'
import type { Config } from '#server/platform/config/config.ts'
import { type FileDisk, fileDisk } from './disk.ts'
import { s3Disk } from './s3-disk.ts'

/** The storage of files that the settings name. */
export function openDisk({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileDisk {
  const directory = join(dataDir, 'files')
  return s3 ? s3Disk(directory, s3) : fileDisk(directory)
}
