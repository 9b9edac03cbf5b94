import { PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanOffice, cleanPdf } from './clean-document.ts'

const planted = 'Заречнов Аристарх'

test('remarks and signatures of a PDF lose the names of their authors, and a form keeps the names of its fields', async () => {
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
  const clean = Buffer.from(await cleanPdf(bytes))
  const objects = await objectsOf(clean)
  expect(objects).not.toContain('Zarechnov')
  expect(objects).toContain('Why?')
  expect(objects).toContain('In its page')
  const fields = (await PDFDocument.load(clean)).getForm().getFields()
  expect(fields.map((field) => field.getName())).toEqual(['answer'])
})

test.each([
  [
    'a table of Excel, with who wrote remarks, had it open and where it lay',
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
    {
      'ppt/commentAuthors.xml': `<p:cmAuthorLst><p:cmAuthor id="0" name="${planted}" initials="${planted}" lastIdx="1"/></p:cmAuthorLst>`,
      'ppt/authors.xml': `<p188:authorLst><p188:author id="{1}" name="${planted}" initials="ЗА" userId="${planted}" providerId="AD"/></p188:authorLst>`,
      'ppt/slides/slide1.xml': '<p:sld><p:cNvPr id="2" name="Заголовок"/><a:t>Моё решение</a:t></p:sld>',
    },
  ],
  [
    'a document of Word, with the folder of its template',
    {
      'word/document.xml': '<w:document><w:t>Моё решение</w:t></w:document>',
      'word/people.xml': `<w15:people><w15:person w15:author='${planted}'/></w15:people>`,
      'word/_rels/settings.xml.rels': `<Relationships><Relationship Id="r1" Target="file:///C:\\Users\\${planted}\\Normal.dotm" TargetMode="External"/></Relationships>`,
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="r1" Target="https://example.ru/data" TargetMode="External"/></Relationships>',
    },
  ],
])('%s, loses the names and keeps the words', (_title, parts) => {
  const packed = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
  const clean = unzipSync(cleanOffice(packed))
  expect(Object.keys(clean)).toEqual(Object.keys(parts))
  const words = Object.values(clean)
    .map((part) => strFromU8(part))
    .join('\n')
  expect(words).not.toContain(planted)
  expect(words).toContain('Моё решение')
  // Names of things that are not people stay.
  if ('ppt/authors.xml' in parts) expect(words).toContain('name="Заголовок"')
  if ('word/people.xml' in parts) expect(words).toContain('https://example.ru/data')
})

test('pictures in documents lose the camera data and can still be read', async () => {
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
  const parts = unzipSync(cleanOffice(packed))
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200]).drawImage(await pdf.embedJpg(jpeg))
  const clean = await cleanPdf(await pdf.save())
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

/** A segment of a JPEG: its marker, its length and its contents. */
const part = (marker: number, said = 'Zarechnov') => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(said.length + 2, 2)
  return Buffer.concat([head, Buffer.from(said)])
}
/** A chunk of a PNG. */
const chunk = (name: string, said = 'Zarechnov') => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(said.length)
  return Buffer.concat([length, Buffer.from(name + said), sum])
}
const inOffice = (bytes: Buffer, name = 'word/media/image1.png') =>
  Buffer.from(unzipSync(cleanOffice(zipSync({ [name]: new Uint8Array(bytes) })))[name] ?? [])
const [start, picture] = [Buffer.from([0xff, 0xd8]), Buffer.concat([part(0xda, ''), Buffer.from('the picture itself')])]

test('a JPEG loses the segments that programs and cameras write; its colours and the picture itself stay', () => {
  const kept = [0xe0, 0xe2, 0xee, 0xdb, 0xff].map((marker) => part(marker, 'kept'))
  const notes = [0xe1, 0xe3, 0xec, 0xed, 0xfe].map((marker) => part(marker))
  const mixed = kept.flatMap((each, at) => [notes[at] ?? Buffer.alloc(0), each])
  expect(inOffice(Buffer.concat([start, ...mixed, picture]))).toEqual(Buffer.concat([start, ...kept, picture]))
})

test('a file that is not a JPEG from its first byte to its picture stays unchanged', () => {
  const broken = [
    Buffer.concat([start, part(0xe1)]),
    Buffer.concat([start, part(0xe1), Buffer.from('no marker here')]),
    Buffer.concat([start, part(0xe1), Buffer.from([0xfe]), part(0xe0).subarray(1), picture]),
    Buffer.concat([start, part(0xe1), Buffer.from([0xff, 0xda])]),
    Buffer.concat([Buffer.from([0xff, 0xd9]), part(0xe1), picture]),
    Buffer.concat([Buffer.from([0xfe, 0xd8]), part(0xe1), picture]),
    Buffer.from('a text that is called a picture'),
  ]
  for (const bytes of broken) expect(inOffice(bytes)).toEqual(bytes)
  const shortest = Buffer.concat([start, part(0xe1), part(0xda, '')])
  expect(inOffice(shortest)).toEqual(Buffer.concat([start, part(0xda, '')]))
})

test('a PNG loses the chunks with text, and a chunk with a similar name stays', () => {
  const head = Buffer.from('89504e470d0a1a0a', 'hex')
  const kept = ['IHDR', 'iCCP', 'tEXx', 'IDAT', 'IEND'].map((name) => chunk(name, 'kept'))
  const notes = ['tEXt', 'iTXt', 'zTXt', 'eXIf'].map((name) => chunk(name))
  const mixed = kept.flatMap((each, at) => [each, notes[at] ?? Buffer.alloc(0)])
  expect(inOffice(Buffer.concat([head, ...mixed]))).toEqual(Buffer.concat([head, ...kept]))
  // The last chunk may be empty.
  expect(inOffice(Buffer.concat([head, chunk('tEXt'), chunk('IEND', '')]))).toEqual(
    Buffer.concat([head, chunk('IEND', '')]),
  )
  const other = Buffer.concat([Buffer.from('89504e470d0a1a0b', 'hex'), ...notes])
  expect(inOffice(other)).toEqual(other)
})

test('only pictures and XML parts of the document are searched for names', () => {
  const text = `<a author="${planted}"/>`
  const names = ['word/document.xml', 'word/embeddings/notes.txt', 'word/styles.xml.bak', 'docProps/thumbnail.xml']
  const clean = unzipSync(cleanOffice(zipSync(Object.fromEntries(names.map((name) => [name, strToU8(text)])))))
  expect(Object.values(clean).map((each) => strFromU8(each))).toEqual(['<a author=""/>', text, text, text])
  const jpeg = Buffer.concat([start, part(0xe1), picture])
  for (const name of ['a.jpg', 'a.jpeg', 'a.JPG']) expect(inOffice(jpeg, name)).toEqual(Buffer.concat([start, picture]))
  expect(inOffice(jpeg, 'a.jpg.bin')).toEqual(jpeg)
  // Not UTF-8: a part in another encoding without a name stays unchanged.
  const foreign = Buffer.from([0xff, 0xfe, 0x3c, 0, 0x61, 0])
  expect(inOffice(foreign, 'word/foreign.xml')).toEqual(foreign)
})

test('the properties of a document are emptied, and none are added to a document without them', () => {
  for (const name of ['docProps/core.xml', 'docProps/app.xml', 'docProps/custom.xml']) {
    const clean = unzipSync(cleanOffice(zipSync({ [name]: strToU8(`<x>${planted}</x>`) })))
    expect(Object.keys(clean)).toEqual([name])
    expect(strFromU8(clean[name] ?? new Uint8Array())).toMatch(/^<(?:cp:coreProperties|Properties) xmlns[^>]*\/>$/)
  }
})

test('a name at the start of a remark is removed only when it is the author’s', () => {
  const remarks = (name: string, writer: string) =>
    strFromU8(
      unzipSync(
        cleanOffice(
          zipSync({ [name]: strToU8(`<c><author>${writer}</author><t>${planted}:</t><t>Прошу: ответить</t></c>`) }),
        ),
      )[name] ?? new Uint8Array(),
    )
  expect(remarks('xl/comments1.xml', planted)).toBe('<c><author></author><t></t><t>Прошу: ответить</t></c>')
  expect(remarks('xl/comments1.xml', ' ')).toBe(`<c><author></author><t>${planted}:</t><t>Прошу: ответить</t></c>`)
  expect(remarks('ppt/xl/comments1.xml', planted)).toContain(`<t>${planted}:</t>`)
})

/** A PDF with the given contents, cleaned and read again with all its objects. */
async function cleaned(fill: (pdf: PDFDocument) => unknown) {
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200])
  await fill(pdf)
  const read = await PDFDocument.load(await cleanPdf(await pdf.save({ useObjectStreams: false })), {
    updateMetadata: false,
  })
  const objects = read.context.enumerateIndirectObjects().map(([, object]) => object)
  return { read, objects, text: objects.map(String).join('\n') }
}

test('a PDF loses the data of programs on its pages and in the document', async () => {
  const { text } = await cleaned((pdf) => {
    const [page] = pdf.getPages()
    for (const dict of [pdf.catalog, page?.node])
      for (const key of ['Metadata', 'PieceInfo', 'Kept'])
        dict?.set(PDFName.of(key), pdf.context.obj({ Said: PDFString.of(`Zarechnov in ${key}`) }))
  })
  expect([
    text.split('Zarechnov in Kept').length,
    text.includes('Zarechnov in M'),
    text.includes('in PieceInfo'),
  ]).toEqual([3, false, false])
})

test('the properties of a PDF are removed together with their object', async () => {
  const { read, text } = await cleaned((pdf) => pdf.setKeywords(['Zarechnov']))
  expect(read.context.trailerInfo.Info?.toString() ?? '').not.toContain('Keywords')
  // The value is in UTF-16, so the test looks for the names of the properties.
  expect(text).not.toMatch(/Keywords|Producer|Creator/)
  const { read: plain } = await cleaned((pdf) => {
    pdf.context.trailerInfo.Info = undefined
  })
  expect(plain.getPageCount()).toBe(1)
})

test('streams of metadata are removed, others stay, and only a stream that is declared as JPEG is treated as one', async () => {
  const jpeg = Buffer.concat([start, part(0xe1), picture])
  const { objects } = await cleaned((pdf) => {
    const add = (dict: Record<string, string>, bytes: Buffer) =>
      pdf.context.register(pdf.context.stream(new Uint8Array(bytes), dict))
    add({ Type: 'Metadata' }, Buffer.from('<x>Zarechnov</x>'))
    add({ Type: 'XObject', Filter: 'DCTDecode' }, jpeg)
    add({ Type: 'XObject' }, jpeg)
  })
  const streams = objects.flatMap((object) =>
    object instanceof PDFRawStream && object.dict.get(PDFName.of('Type'))?.toString() !== '/XRef'
      ? [Buffer.from(object.contents)]
      : [],
  )
  const ours = streams.filter((bytes) => bytes.subarray(0, 2).equals(start))
  expect(ours).toEqual([Buffer.concat([start, picture]), jpeg])
  expect(streams.some((bytes) => bytes.includes('<x>Zarechnov'))).toBe(false)
})

test('only a remark loses its title, and only a signature its texts', async () => {
  const name = () => PDFString.of('Zarechnov')
  const words = { Name: name(), ContactInfo: name(), Location: name(), Reason: name(), Cert: name(), Contents: name() }
  const { text } = await cleaned((pdf) => {
    const add = (dict: Parameters<typeof pdf.context.obj>[0]) => pdf.context.register(pdf.context.obj(dict))
    add({ ...words, Kind: 'plain', T: name() } as never)
    add({ ...words, Kind: 'signed', ByteRange: [0, 1] } as never)
    add({ Kind: 'field', Subtype: 'Widget', Rect: [0, 0, 1, 1], T: name() } as never)
    add({ Kind: 'remark', Subtype: 'Text', Rect: [0, 0, 1, 1], T: name() } as never)
  })
  const kinds = [...text.matchAll(/<<(?:[^<>]|<[^<]*?>)*?\/Kind \/(\w+)[^>]*>/g)].map(([, kind]) => kind)
  expect(kinds.toSorted()).toEqual(['field', 'plain', 'remark', 'signed'])
  const of = (kind: string) => text.split('<<').find((each) => each.includes(`/Kind /${kind}`)) ?? ''
  expect(of('plain').split('Zarechnov')).toHaveLength(8)
  expect(of('signed')).not.toContain('Zarechnov')
  expect(of('signed')).toMatch(/\/Contents <>/)
  expect([of('field').includes('Zarechnov'), of('remark').includes('Zarechnov')]).toEqual([true, false])
})

test('a name and a folder are emptied in place, and the rest of the part stays unchanged', () => {
  const after = (name: string, text: string) =>
    strFromU8(unzipSync(cleanOffice(zipSync({ [name]: strToU8(text) })))[name] ?? new Uint8Array())
  expect(after('ppt/commentAuthors.xml', `<p:cmAuthor id="0" name="${planted}" initials='ЗА'/>`)).toBe(
    '<p:cmAuthor id="0" name="" initials=""/>',
  )
  expect(after('xl/workbook.xml', `<x15ac:absPath url="C:\\Users\\${planted}\\" a="b"/>`)).toBe(
    '<x15ac:absPath url="" a="b"/>',
  )
  expect(after('word/_rels/settings.xml.rels', `<Relationship Id="r1" Target="C:\\${planted}.dotm"/>`)).toBe(
    '<Relationship Id="r1" Target="file:///-"/>',
  )
  // An empty name is not removed from the text of a remark.
  const remark = '<c><author></author><t>: см. выше</t></c>'
  expect(after('xl/comments1.xml', remark)).toBe(remark)
})

test('the properties of a PDF are removed also when they are written directly into the trailer', async () => {
  const { read, text } = await cleaned((pdf) => {
    pdf.context.trailerInfo.Info = pdf.context.obj({ Author: PDFString.of('Zarechnov') })
  })
  expect(`${read.context.trailerInfo.Info ?? ''}${text}`).not.toContain('Zarechnov')
})
