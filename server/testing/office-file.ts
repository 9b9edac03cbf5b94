import { zipSync } from 'fflate'

export const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The main part of each format. */
const mains = {
  docx: ['word/document.xml', 'wordprocessingml.document.main'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation.main'],
} as const

export interface OfficePart {
  name: string
  bytes: string | Buffer
  /**
   * The last word of the type with which the main part refers to it; `root`: with which the file itself does.
   * Empty for a part to which nothing refers.
   */
  as: string
  root?: boolean
  external?: string
}

/** A document of Word, Excel or PowerPoint of a main part and the parts that it refers to. */
export function officeFile(
  format: keyof typeof mains,
  main: string | Buffer,
  parts: readonly OfficePart[] = [],
): Buffer {
  const [name, type] = mains[format]
  const folder = name.slice(0, name.indexOf('/'))
  const rel = ({ as, name: to, external }: OfficePart, at: number) =>
    `<Relationship Id="rId${at + 1}" Type="${officeTypes}/${as}" Target="${external ?? `/${to}`}"${external === undefined ? '' : ' TargetMode="External"'}/>`
  const rels = (of: readonly OfficePart[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${of
      .filter(({ as }) => as !== '')
      .map(rel)
      .join('')}</Relationships>`
  const root = [{ name, bytes: main, as: 'officeDocument' }, ...parts.filter((part) => part.root)]
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/></Types>`,
    '_rels/.rels': rels(root),
    [name]: main,
    [`${folder}/_rels/${name.slice(folder.length + 1)}.rels`]: rels(parts.filter((part) => !part.root)),
    ...Object.fromEntries(
      parts.filter(({ external }) => external === undefined).map((part) => [part.name, part.bytes]),
    ),
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, new Uint8Array(Buffer.from(text))]))),
  )
}

/** The main part of a document of Word with this text in it. */
export const wordText = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Моё решение</w:t></w:r></w:p>${inside}</w:body></w:document>`
