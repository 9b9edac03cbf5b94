import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { Document, Packer, Paragraph } from 'docx'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { mayNameAuthor, withoutMetadata } from './without-metadata.ts'

const planted = 'Заречнов Аристарх'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('a PDF keeps its pages and loses its author, title and XMP', async () => {
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200]).drawText('Decision')
  pdf.setAuthor(planted)
  pdf.setTitle(`Работа: ${planted}`)
  const xmp = pdf.context.stream(`<x:xmpmeta><dc:creator>Zarechnov</dc:creator></x:xmpmeta>`, {
    Type: 'Metadata',
    Subtype: 'XML',
  })
  pdf.catalog.set(PDFName.of('Metadata'), pdf.context.register(xmp))
  const bytes = Buffer.from(await pdf.save({ useObjectStreams: false }))
  expect(bytes.toString('latin1')).toContain('Zarechnov')
  const clean = await withoutMetadata(bytes, 'application/pdf')
  const read = await PDFDocument.load(clean, { updateMetadata: false })
  expect([read.getPageCount(), read.getAuthor(), read.getTitle()]).toEqual([1, undefined, undefined])
  const objects = read.context.enumerateIndirectObjects().map(([, object]) => object.toString())
  expect(objects.join('\n')).not.toMatch(/Zarechnov|Metadata/)
})

test('a document of Word keeps its text and loses the authors of the document, of changes and of remarks', async () => {
  const document = new Document({
    creator: planted,
    lastModifiedBy: planted,
    description: planted,
    comments: {
      children: [{ id: 0, author: planted, initials: 'ЗА', date: new Date(), children: [new Paragraph('?')] }],
    },
    sections: [{ children: [new Paragraph('Моё решение')] }],
  })
  const bytes = await Packer.toBuffer(document)
  const wordsOf = (zip: Uint8Array) =>
    Object.values(unzipSync(zip))
      .map((part) => strFromU8(part))
      .join('\n')
  expect(wordsOf(bytes).split(planted).length).toBeGreaterThan(4)
  const clean = wordsOf(await withoutMetadata(bytes, word))
  expect(clean).not.toContain(planted)
  expect(clean).toContain('Моё решение')
})

const office = (what: string) => `application/vnd.openxmlformats-officedocument.${what}`

test('a picture stays upright and loses the camera data', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Artist: planted } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(picture).metadata()).exif).toBeDefined()
  const clean = await sharp(await withoutMetadata(picture, 'image/jpeg')).metadata()
  expect(clean.exif).toBeUndefined()
  expect([clean.format, clean.width, clean.height]).toEqual(['jpeg', 20, 40])
})

test('other files come back as they are, and a broken document is an error', async () => {
  const text = Buffer.from(planted)
  expect(await withoutMetadata(text, 'text/plain')).toEqual(text)
  await expect(withoutMetadata(Buffer.from('%PDF-1.4 cut off'), 'application/pdf')).rejects.toThrow()
  await expect(withoutMetadata(Buffer.from('PK cut off'), word)).rejects.toThrow()
})

test('pictures and documents can name their author; other types cannot', () => {
  const types = [
    ...['image/jpeg', 'image/png', 'image/webp', 'application/pdf', word],
    ...['spreadsheetml.sheet', 'presentationml.presentation'].map(office),
  ]
  expect(types.filter((type) => !mayNameAuthor(type))).toEqual([])
  expect(['text/plain', 'video/webm', ''].filter(mayNameAuthor)).toEqual([])
})
