import type { Tx } from '#server/db.ts'
import type { FileDisk } from '#server/platform/files/disk.ts'

const id = 'd3000000000000000000000000000001'
const [width, height] = [1200, 420]

/** The alternative text. */
const alt =
  'Четыре вершины подряд, каждая выше прежней, и дорога через них: вход в конкурс, дистанционный отбор, командный этап, финал'

export const wayPicture = `<p><img src="/api/v3/faq-images/${id}" alt="${alt}" width="${width}" height="${height}"></p>`

const peaks: [x: number, top: number, ink: string][] = [
  [180, 290, '#8a1d6f'],
  [460, 230, '#701c77'],
  [740, 165, '#4b27a8'],
  [1020, 90, '#2a0f5c'],
]

/** Four peaks, each higher than the last, with a road over them and a flag on top. */
function drawing(): string {
  const hills = peaks.map(
    ([x, top, ink]) =>
      `<path d="M${x - 260} ${height}Q${x - 90} ${top + 40} ${x} ${top}Q${x + 110} ${top + 50} ${x + 260} ${height}Z" fill="${ink}"/>`,
  )
  const road = peaks.map(
    ([x, top], number) => `${number === 0 ? 'M40 400Q110 330' : `Q${x - 140} ${top + 150}`} ${x} ${top}`,
  )
  const stops = peaks.map(
    ([x, top]) => `<circle cx="${x}" cy="${top}" r="15" fill="#f7f3f0" stroke="#f0543f" stroke-width="7"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="dawn" x2="0" y2="1"><stop stop-color="#fbe3d3"/><stop offset="1" stop-color="#f6c3b4"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#dawn)"/><circle cx="1020" cy="150" r="120" fill="#ffb38a"/>
    ${hills.join('')}<path d="${road.join('')}" fill="none" stroke="#f0543f" stroke-width="7" stroke-dasharray="2 18" stroke-linecap="round"/>
    ${stops.join('')}<path d="M1020 78V18l58 22-58 20" fill="#f0543f" stroke="#f0543f" stroke-width="5" stroke-linejoin="round"/></svg>`
}

/** Stores the picture of the article on how a competition works. */
export async function fillWayPicture(tx: Tx, disk: FileDisk, at: Date): Promise<void> {
  // The drawing library is loaded only when the demo is.
  const { default: sharp } = await import('sharp')
  const picture = await sharp(Buffer.from(drawing())).webp({ quality: 88 }).toBuffer()
  await disk.put(id, picture)
  await tx
    .insertInto('faq_images')
    .values({ id, competition_code: 'ru_season_5', size: picture.length, width, height, created_at: at })
    .execute()
}
