import type { OwnDataSource } from '#server/platform/personal-data/own-data.ts'
import type { OwnRecord } from '#server/platform/personal-data/own-record.ts'
import type { Services } from '#server/services.ts'

export interface OwnDataPart {
  name: string
  title: string
  records: OwnRecord[]
}

/** All data of a person that the person may see, part by part in the order of the sources. */
export async function ownData(
  services: Services,
  sources: readonly OwnDataSource[],
  accountId: number,
): Promise<OwnDataPart[]> {
  const parts: OwnDataPart[] = []
  for (const { name, title, read } of sources)
    parts.push({ name, title, records: await read(services.db, accountId, services) })
  return parts
}
