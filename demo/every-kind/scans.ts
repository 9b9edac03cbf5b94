import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { FileDisk } from '#server/platform/files/disk.ts'

const [width, height] = [900, 640]

/** A made-up document: a name, a number and a place for a photograph. */
const drawing = (name: string, number: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif">
    <rect width="${width}" height="${height}" fill="#f3ead9"/><rect x="30" y="30" width="840" height="580" fill="none" stroke="#8a6d3b" stroke-width="6"/>
    <rect x="80" y="150" width="220" height="290" fill="#d8c7a3"/><circle cx="190" cy="255" r="62" fill="#a98f5f"/><path d="M90 440q100-150 200 0z" fill="#a98f5f"/>
    <text x="80" y="105" font-size="40" fill="#5b4522">ОБРАЗЕЦ ДОКУМЕНТА</text><text x="350" y="210" font-size="34" fill="#222">${name}</text>
    <text x="350" y="290" font-size="34" fill="#222">СНИЛС ${number}</text><text x="350" y="370" font-size="26" fill="#555">Не настоящий: для показа портала</text></svg>`

/** Scans of documents to the applications of these people. */
export async function fillScans(
  tx: Tx,
  disk: FileDisk,
  { stage_id, people, now }: { stage_id: number; people: readonly number[]; now: Date },
): Promise<void> {
  // The drawing library is loaded only when the demo is.
  const { default: sharp } = await import('sharp')
  const applications = await tx
    .selectFrom('applications as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .innerJoin('hand_ins as h', (join) =>
      join.onRef('h.account_id', '=', 'p.account_id').onRef('h.stage_id', '=', 'p.stage_id'),
    )
    .select(['p.id', 'p.account_id', 'h.id as hand_in_id', 'a.first_name', 'a.last_name', 'a.middle_name'])
    .where('p.stage_id', '=', stage_id)
    .where('p.account_id', 'in', people)
    .orderBy('p.id')
    .execute()
  for (const [at, { id, account_id, hand_in_id, ...name }] of applications.entries()) {
    const words = `${name.last_name} ${name.first_name} ${name.middle_name}`
    const bytes = await sharp(Buffer.from(drawing(words, `112-233-4${at} 95`)))
      .jpeg({ quality: 80 })
      .toBuffer()
    const file_id = `d5${String(at).padStart(30, '0')}`
    const file = { name: 'document.jpg', type: 'image/jpeg', size: bytes.length }
    await disk.put(file_id, bytes)
    await tx
      .insertInto('files')
      .values({
        ...{ ...file, id: file_id, account_id, purpose: 'image', handed_in: true, created_at: now },
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
      .execute()
    await tx.insertInto('hand_in_files').values({ hand_in_id, file_id }).execute()
    const scan = JSON.stringify({ document_scan: [{ file_id, ...file }] })
    await tx
      .updateTable('applications')
      .set({ data: sql`data || ${scan}::jsonb` })
      .where('id', '=', id)
      .execute()
  }
}
