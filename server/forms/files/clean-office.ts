import { posix } from 'node:path'
import { zipSync } from 'fflate'
import { isZip, readZip } from '#server/platform/documents/read-zip.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { cleanPicture, Uncleanable } from './clean-picture.ts'
import { cleanXml, plainConnections, textOf } from './clean-xml.ts'
import { emptyCompound, isCompound } from './compound-file.ts'
import { isPdf } from './is-pdf.ts'

/** Each format by the main part that its list of contents names. */
const mainParts = {
  docx: 'wordprocessingml.document.main',
  xlsx: 'spreadsheetml.sheet.main',
  pptx: 'presentationml.presentation.main',
} as const
export type OfficeFormat = keyof typeof mainParts

export interface CleanOffice {
  format: OfficeFormat | null
  bytes: Uint8Array
  /** Parts from which names cannot be removed. */
  left: string[]
}

/** Parts about people and programs, by the type with which others refer to them, wherever the parts stand. */
const dropped = new Set([
  ...['core-properties', 'extended-properties', 'custom-properties', 'customXml', 'customXmlProps', 'thumbnail'],
  ...['printerSettings', 'attachedTemplate', 'recipientData', 'mailMergeSource', 'mailMergeHeaderSource', 'transform'],
  ...['origin', 'signature', 'certificate', 'revisionHeaders', 'usernames', 'changesInfo', 'revisionInfo', 'hdphoto'],
  ...['webextension', 'webextensiontaskpanes', 'extensibility', 'userCustomization', 'customProperty', 'documenttasks'],
  ...[
    'attachedToolbars',
    'keyMapCustomizations',
    'vbaProject',
    'wordVbaData',
    'activeXControlBinary',
    'classificationlabels',
  ],
])
/** The same parts when they are referred to with another type. */
const droppedContents = /^(?:\uFEFF?<\?xml[^>]*>)?\s*<(?:[\w-]+:)?(?:coreProperties|Properties|datastoreItem)[\s>]/

const list = '[Content_Types].xml'
const relationship = /<((?:\w+:)?Relationship)\s(?:[^>"']|"[^"]*"|'[^']*')*\/?>(?:\s*<\/\1>)?/g
const attribute = (element: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(element)
    ?.slice(1)
    .find((value) => value !== undefined) ?? ''
const relsOf = (part: string) => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)

const maxDepth = 3
/** Of one part. To look through a longer text takes more memory than there is. */
const maxTextBytes = 64 * 1024 * 1024

/**
 * A document of Word, Excel or PowerPoint with only those parts that it shows, and without the names of people in them.
 * A part is found as office programs find it, by following references from the first one.
 */
export async function cleanOffice(zip: Buffer, depth = 0): Promise<CleanOffice> {
  const parts = readZip(zip)
  // Names of parts do not depend on the case of their letters.
  const names = new Map([...parts.keys()].map((name) => [name.toLowerCase(), name]))
  const read = (name: string) => parts.get(names.get(name.toLowerCase()) ?? '')?.() ?? null
  const contents = read(list)
  if (contents === null) throw new Refusal('archive_unsafe')
  const types = textOf(contents)
  const left: string[] = []
  const kept: Record<string, Uint8Array> = { [list]: new Uint8Array() }

  const waiting = ['']
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const links = read(relsOf(part))
    if (links === null) continue
    const rels = textOf(links).replace(relationship, (element) => {
      const to = targetOf(element, part)
      if (to === null) return ''
      if (to.external !== undefined) return to.external
      const bytes = read(to.part)
      if (bytes === null || droppedContents.test(textOf(bytes.subarray(0, 400)))) return ''
      const name = names.get(to.part.toLowerCase()) ?? to.part
      if (kept[name] === undefined) {
        kept[name] = bytes
        waiting.push(name)
      }
      return element
    })
    kept[relsOf(part)] = Buffer.from(rels.replace(/<!--[\s\S]*?-->/g, ''))
  }
  for (const [name, bytes] of Object.entries(kept))
    if (name !== list && !name.endsWith('.rels')) {
      const clean = await cleanPart(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), depth)
      kept[name] = clean.bytes
      left.push(...clean.left)
    }
  const lower = new Set(Object.keys(kept).map((name) => `/${name.toLowerCase()}`))
  kept[list] = Buffer.from(
    types
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<(?:\w+:)?Override\s[^>]*>/g, (element) =>
        lower.has(attribute(element, 'PartName').toLowerCase()) ? element : '',
      ),
  )
  const format = Object.entries(mainParts).find(([, main]) => types.includes(`${main}+xml`))?.[0] as
    | OfficeFormat
    | undefined
  return { format: format ?? null, bytes: packed(kept), left }
}

/** Pictures and files in files are packed already. */
const packed = (parts: Record<string, Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, [bytes, { level: bytes[0] === 0x3c ? 4 : 0 }] as const]),
    ) as never,
  )

/** Null for a part that is dropped; the element of an external place, which is emptied when it is on a disk. */
function targetOf(element: string, from: string): null | { part: string; external?: never } | { external: string } {
  const kind = attribute(element, 'Type').split('/').at(-1) ?? ''
  if (dropped.has(kind)) return null
  const target = attribute(element, 'Target')
  if (attribute(element, 'TargetMode') === 'External' || /^[a-z][a-z+.-]+:|^\\\\/i.test(target))
    return { external: isOpenPlace(target) ? element : element.replace(target, 'file:///-') }
  const path = decodeURIComponent(target.split('#')[0] ?? '')
  return { part: posix.normalize(path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)) }
}

/** A page of the web, in contrast to a disk, a mailbox or the cloud folder of a person. */
const isOpenPlace = (target: string) =>
  /^(?:https?:|ftp:|#)/i.test(target) && !/^https?:\/\/[^/]*(?:sharepoint\.com|docs\.live\.net)/i.test(target)

interface CleanPart {
  bytes: Uint8Array
  left: string[]
}

async function cleanPart(name: string, bytes: Buffer, depth: number): Promise<CleanPart> {
  const kept = (clean: Uint8Array) => ({ bytes: clean, left: [] })
  const left = { bytes, left: [posix.basename(name)] }
  if (bytes.length === 0) return kept(bytes)
  if (/^(?:\uFEFF|\s)*</.test(textOf(bytes.subarray(0, 400)))) {
    if (bytes.length > maxTextBytes) throw new Refusal('file_too_complex')
    const text = textOf(bytes)
    // No office program writes definitions into a part, which would hide what it says.
    if (/<!DOCTYPE/.test(text.slice(0, 1000)) && !name.endsWith('.svg')) return left
    const isConnections = /<(?:\w+:)?connections[\s>]/.test(text)
    return kept(Buffer.from(isConnections ? plainConnections(text) : await withPlainData(cleanXml(text))))
  }
  try {
    if (isZip(bytes) && depth < maxDepth) return await cleanOffice(bytes, depth + 1)
    if (isPdf(bytes)) return kept(await (await import('./clean-pdf.ts')).cleanPdf(bytes))
    const picture = await cleanPicture(bytes)
    if (picture) return kept(picture)
  } catch (fault) {
    const isTooMuch = fault instanceof Refusal && fault.code === 'file_too_complex'
    if (!isTooMuch && (fault instanceof Uncleanable || fault instanceof Refusal)) return left
    throw fault
  }
  // The page shows its picture; only to edit it, a program opens the file itself.
  if (isCompound(bytes)) return kept(emptyCompound())
  return /\.(?:odttf|fntdata|ttf|otf)$/i.test(name) ? kept(bytes) : left
}

/** Pictures that stand within a drawing as text. */
async function withPlainData(text: string): Promise<string> {
  let plain = text
  for (const [whole = '', type, data = ''] of text.matchAll(/data:(image\/[\w+.-]+);base64,([A-Za-z0-9+/=\s]+)/g)) {
    const picture = await cleanPicture(Buffer.from(data, 'base64'))
    plain = plain.replace(whole, `data:${type};base64,${(picture ?? Buffer.alloc(0)).toString('base64')}`)
  }
  return plain
}
