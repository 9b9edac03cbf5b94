import { PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib'
import { Document, Packer, Paragraph } from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { saysItsAuthor, withoutMetadata } from './without-metadata.ts'

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

test('a document of Word keeps its words and loses who made it, changed it and wrote remarks', async () => {
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

test('remarks and signatures of a PDF stay without who made them, and a form keeps the names of its fields', async () => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([200, 200])
  const name = PDFString.of('Zarechnov')
  const remark = { Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 9, 9], T: name, Contents: PDFString.of('Why?') }
  const own = { ...remark, Contents: PDFString.of('In its page') }
  page.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(pdf.context.obj(remark)), own]))
  page.node.set(PDFName.of('PieceInfo'), pdf.context.obj({ Editor: { Private: name } }))
  const signature = { Type: 'Sig', Name: name, ContactInfo: name, ByteRange: [0, 1, 2, 3], Contents: name }
  pdf.context.register(pdf.context.obj(signature))
  pdf.getForm().createTextField('answer').addToPage(page)
  const bytes = Buffer.from(await pdf.save({ useObjectStreams: false }))
  const objectsOf = async (from: Buffer) =>
    (await PDFDocument.load(from, { updateMetadata: false })).context
      .enumerateIndirectObjects()
      .map(([, object]) => object.toString())
      .join('\n')
  expect((await objectsOf(bytes)).split('Zarechnov').length).toBeGreaterThan(5)
  const clean = await withoutMetadata(bytes, 'application/pdf')
  const objects = await objectsOf(clean)
  expect(objects).not.toContain('Zarechnov')
  expect(objects).toContain('Why?')
  expect(objects).toContain('In its page')
  const fields = (await PDFDocument.load(clean)).getForm().getFields()
  expect(fields.map((field) => field.getName())).toEqual(['answer'])
})

const office = (what: string) => `application/vnd.openxmlformats-officedocument.${what}`

test.each([
  [
    'a table of Excel, with who wrote remarks, had it open and where it lay',
    office('spreadsheetml.sheet'),
    {
      'xl/comments1.xml': `<comments><authors><author>${planted}</author><author></author></authors><comment authorId="0"><text><r><t>${planted}:</t></r><r><t> Моё решение</t></r></text></comment></comments>`,
      'xl/persons/person.xml': `<personList><person displayName="${planted}" id="{1}" userId="${planted}" providerId="None"/></personList>`,
      'xl/workbook.xml': `<workbook><fileSharing userName="${planted}"/><x15ac:absPath url="C:\\Users\\${planted}\\"/></workbook>`,
      'xl/revisions/userNames.xml': `<users><userInfo guid="{1}" name="${planted}" id="-1"/></users>`,
      'xl/externalLinks/_rels/externalLink1.xml.rels': `<Relationships><Relationship Id="r1" Target="file:///C:\\Users\\${planted}\\a.xlsx" TargetMode="External"/></Relationships>`,
    },
  ],
  [
    'slides of PowerPoint, with who wrote remarks',
    office('presentationml.presentation'),
    {
      'ppt/commentAuthors.xml': `<p:cmAuthorLst><p:cmAuthor id="0" name="${planted}" initials="${planted}" lastIdx="1"/></p:cmAuthorLst>`,
      'ppt/authors.xml': `<p188:authorLst><p188:author id="{1}" name="${planted}" initials="ЗА" userId="${planted}" providerId="AD"/></p188:authorLst>`,
      'ppt/slides/slide1.xml': '<p:sld><p:cNvPr id="2" name="Заголовок"/><a:t>Моё решение</a:t></p:sld>',
    },
  ],
  [
    'a document of Word, with the folder of its template',
    word,
    {
      'word/document.xml': '<w:document><w:t>Моё решение</w:t></w:document>',
      'word/people.xml': `<w15:people><w15:person w15:author='${planted}'/></w15:people>`,
      'word/_rels/settings.xml.rels': `<Relationships><Relationship Id="r1" Target="file:///C:\\Users\\${planted}\\Normal.dotm" TargetMode="External"/></Relationships>`,
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="r1" Target="https://example.ru/data" TargetMode="External"/></Relationships>',
    },
  ],
])('%s, loses the names and keeps the words', async (_title, type, parts) => {
  const packed = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
  const clean = unzipSync(await withoutMetadata(Buffer.from(packed), type))
  expect(Object.keys(clean)).toEqual(Object.keys(parts))
  const words = Object.values(clean)
    .map((part) => strFromU8(part))
    .join('\n')
  expect(words).not.toContain(planted)
  expect(words).toContain('Моё решение')
  // What is nobody's name stays.
  if ('ppt/authors.xml' in parts) expect(words).toContain('name="Заголовок"')
  if ('word/people.xml' in parts) expect(words).toContain('https://example.ru/data')
})

test('pictures in documents lose what the camera wrote, and stay pictures', async () => {
  const base = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } }).withExif({
    IFD0: { Artist: 'Zarechnov' },
  })
  const [jpeg, png] = [await base.clone().jpeg().toBuffer(), await base.clone().png().toBuffer()]
  for (const bytes of [jpeg, png]) expect(bytes.toString('latin1')).toContain('Zarechnov')
  const packed = zipSync({
    'word/media/image1.jpeg': jpeg,
    'word/media/image2.PNG': png,
    'word/media/image3.png': new Uint8Array(),
  })
  const parts = unzipSync(await withoutMetadata(Buffer.from(packed), word))
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200]).drawImage(await pdf.embedJpg(jpeg))
  const clean = await withoutMetadata(Buffer.from(await pdf.save()), 'application/pdf')
  const inPdf = (await PDFDocument.load(clean)).context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [Buffer.from(object.contents)] : []))
    .find((contents) => contents.readUInt16BE(0) === 0xffd8)
  for (const bytes of [parts['word/media/image1.jpeg'], parts['word/media/image2.PNG'], inPdf]) {
    const picture = Buffer.from(bytes ?? [])
    expect(picture.toString('latin1')).not.toContain('Zarechnov')
    expect((await sharp(picture).raw().toBuffer({ resolveWithObject: true })).info).toMatchObject({
      width: 40,
      height: 20,
    })
  }
})

test('a picture keeps how it stands and loses what the camera wrote', async () => {
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

test('pictures and documents may say who made them; what is neither does not', () => {
  const types = [
    ...['image/jpeg', 'image/png', 'image/webp', 'application/pdf', word],
    ...['spreadsheetml.sheet', 'presentationml.presentation'].map(office),
  ]
  expect(types.filter((type) => !saysItsAuthor(type))).toEqual([])
  expect(['text/plain', 'video/webm', ''].filter(saysItsAuthor)).toEqual([])
})
