import { deflateSync, gzipSync } from 'node:zlib'
import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { type OfficePart, officeFile, wordText } from './office-file.ts'

/** The author, in every file below. */
export const author = 'Zarechnov'

/** Files that name their author, each in another place where programs and cameras do so. `words`: what must stay. */
export async function revealingFiles(): Promise<{ name: string; bytes: Buffer; words?: string }[]> {
  const word = (bytes: Buffer, words = 'Моё решение') => ({ bytes, words })
  const jpeg = await pictureWith('jpeg')
  const all: Record<string, { bytes: Buffer; words?: string }> = {
    'the user fields of SharePoint.docx': word(
      docx([
        part(
          'customXml/item1.xml',
          'customXml',
          `<p:properties xmlns:p="p"><Manager><p:UserInfo><p:DisplayName>${author}</p:DisplayName></p:UserInfo></Manager></p:properties>`,
        ),
        part('customXml/itemProps1.xml', 'customXmlProps', `<ds:datastoreItem xmlns:ds="d" ds:itemID="{${author}}"/>`),
      ]),
    ),
    'own properties that the text shows.docx': word(
      docx(
        [
          {
            ...part(
              'docProps/custom.xml',
              'custom-properties',
              `<Properties><property name="Исполнитель"><vt:lpwstr>${author}</vt:lpwstr></property></Properties>`,
            ),
            root: true,
          },
        ],
        `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> DOCPROPERTY Исполнитель </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${author}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      ),
    ),
    'properties at an unusual place.docx': word(
      docx([
        {
          ...part(
            'package/services/metadata/1.psmdcp',
            'core-properties',
            `<coreProperties><creator>${author}</creator></coreProperties>`,
          ),
          root: true,
        },
      ]),
    ),
    'properties by a foreign type.docx': word(
      docx([
        part(
          'word/about.xml',
          'about',
          `<?xml version="1.0"?><cp:coreProperties><dc:creator>${author}</dc:creator></cp:coreProperties>`,
        ),
      ]),
    ),
    'a document in a document.docx': word(docx([part('word/embeddings/one.docx', 'package', docx([comments()]))])),
    'a table of another program in it.docx': word(
      docx([
        part(
          'word/embeddings/oleObject1.bin',
          'oleObject',
          Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(author, 'utf16le')]),
        ),
      ]),
    ),
    'a PDF in it.docx': word(
      docx([part('word/embeddings/one.pdf', 'package', await pdfWith((pdf) => pdf.setAuthor(author)))]),
    ),
    'a photo in it.docx': word(
      docx([part('word/media/image1.jfif', 'image', Buffer.concat([jpeg, Buffer.from(author)]))]),
    ),
    'a PNG and a GIF in it.docx': word(
      docx([
        part('word/media/image1.png', 'image', await pictureWith('png')),
        part('word/media/image2.gif', 'image', gifWithComments()),
      ]),
    ),
    'a WebP and a TIFF in it.docx': word(
      docx([
        part('word/media/image1.webp', 'image', await pictureWith('webp')),
        part('word/media/image2.tiff', 'image', await pictureWith('tiff')),
      ]),
    ),
    'metafiles in it.docx': word(
      docx([
        part('word/media/image1.emf', 'image', emf()),
        part('word/media/image2.wmf', 'image', wmf()),
        part('word/media/image3.emz', 'image', gzipSync(emf())),
      ]),
    ),
    'a drawing in it.docx': word(
      docx([
        part(
          'word/media/image1.svg',
          'image',
          `<svg xmlns="s" sodipodi:docname="${author}.svg"><metadata><dc:creator>${author}</dc:creator></metadata><image href="data:image/jpeg;base64,${jpeg.toString('base64')}"/></svg>`,
        ),
      ]),
    ),
    'remarks and changes.docx': word(
      docx(
        [
          comments(),
          part('word/people.xml', 'people', `<w15:people><w15:person w15:author='${author}'/></w15:people>`),
        ],
        `<w:p><w:ins w:id="1" w:author="${author}"><w:r><w:t>да</w:t></w:r></w:ins></w:p>`,
      ),
    ),
    'the template and the letters.docx': word(
      docx([
        part(
          'word/settings.xml',
          'settings',
          `<w:settings><w:attachedTemplate r:id="rId9"/><w:attachedSchema w:val="${author}"/><w:docVars><w:docVar w:name="a" w:val="${author}"/></w:docVars><w:mailMerge><w:query w:val="${author}"/></w:mailMerge></w:settings>`,
        ),
        { ...part('', 'attachedTemplate', ''), external: `file:///C:\\Users\\${author}\\Normal.dotm` },
        { ...part('', 'hyperlink', ''), external: `mailto:${author}@example.ru` },
      ]),
    ),
    'who wrote it, in the text.docx': word(
      docx(
        [],
        `<w:p><w:fldSimple w:instr=' AUTHOR \\* MERGEFORMAT '><w:r><w:t>${author}</w:t></w:r></w:fldSimple></w:p><w:sdt><w:sdtPr><w:dataBinding w:xpath="/ns1:coreProperties[1]/ns0:creator[1]"/></w:sdtPr><w:sdtContent><w:r><w:t>${author}</w:t></w:r></w:sdtContent></w:sdt>`,
      ),
    ),
    'names of pictures and notes of programs.docx': word(
      docx(
        [],
        `<!-- ${author} --><?app ${author}?><wp:docPr id="1" name="${author}.jpg" descr="C:\\Users\\${author}\\1.png"/>`,
      ),
    ),
    'another encoding.docx': word(
      docx([
        part(
          'word/comments.xml',
          'comments',
          Buffer.from(
            `\uFEFF<?xml version="1.0" encoding="UTF-16"?><w:comments><w:comment w:author='${author}'/></w:comments>`,
            'utf16le',
          ),
        ),
      ]),
    ),
    'parts to which nothing refers.docx': word(docx([part('word/old.xml', '', `<a>${author}</a>`)])),
    'where it was saved.xlsx': word(
      xlsx(
        `<x15ac:absPath url='C:\\Users\\${author}\\'/><a:absPath url="https://x-my.sharepoint.com/personal/${author}/"/><fileSharing userName="${author}"/><customWorkbookViews><customWorkbookView name="${author}"/></customWorkbookViews>`,
      ),
      'Таблица',
    ),
    'printers and connections.xlsx': word(
      xlsx('', [
        part('xl/printerSettings/printerSettings1.bin', 'printerSettings', Buffer.from(`\\\\${author}\\HP`, 'utf16le')),
        part(
          'xl/connections.xml',
          'connections',
          `<connections><connection id="1" name="${author}" type="5" sourceFile="C:\\${author}"><dbPr connection="User ID=${author}"/></connection></connections>`,
        ),
      ]),
      'Таблица',
    ),
    'remarks.xlsx': word(
      xlsx('', [
        part(
          'xl/comments1.xml',
          'comments',
          `<comments><authors><author>${author}</author></authors><text><r><t>${author}:</t></r><r><t>почему?</t></r></text></comments>`,
        ),
        part(
          'xl/persons/person.xml',
          'person',
          `<personList><person displayName="${author}" userId="${author}@x"/></personList>`,
        ),
        { ...part('', 'externalLinkPath', ''), external: `../${author}/Книга1.xlsx` },
      ]),
      'почему?',
    ),
    'slides.pptx': word(
      officeFile('pptx', '<p:presentation><a:t>Слайд</a:t></p:presentation>', [
        part(
          'ppt/commentAuthors.xml',
          'commentAuthors',
          `<p:cmAuthorLst><p:cmAuthor id="0" name="${author}" initials="${author}"/></p:cmAuthorLst>`,
        ),
        part(
          'ppt/changesInfos/changesInfo1.xml',
          'changesInfo',
          `<pc:chgInfo><pc:docChgLst><pc:chgData name="${author}" userId="${author}"/></pc:docChgLst></pc:chgInfo>`,
        ),
        part('ppt/tags/tag1.xml', 'tags', `<p:tagLst><p:tag name="OWNER" val="${author}"/></p:tagLst>`),
      ]),
      'Слайд',
    ),
    'properties of the document and of a picture.pdf': {
      bytes: await pdfWith((pdf) => {
        pdf.setAuthor(`${author} Аристарх`)
        const xmp = pdf.context.register(
          pdf.context.stream(`<x:xmpmeta>${author}</x:xmpmeta>`, { Type: 'Metadata', Subtype: 'XML' }),
        )
        pdf.catalog.set(PDFName.of('Metadata'), xmp)
        addStream(pdf, jpeg, { Subtype: 'Image', Filter: 'DCTDecode', Metadata: xmp })
        pdf.context.register(pdf.context.flateStream(author, { Type: 'Metadata' }))
      }),
    },
    'attachments.pdf': {
      bytes: await pdfWith(async (pdf) => {
        await pdf.attach(Buffer.from(author), `${author}.txt`)
        annotate(pdf, { Subtype: 'FileAttachment', Contents: PDFString.of(author) })
      }),
    },
    'remarks and signatures.pdf': {
      bytes: await pdfWith((pdf) => {
        const name = PDFHexString.fromText(author)
        annotate(pdf, { Subtype: 'Text', T: name, RC: name, Contents: PDFString.of('Why?') })
        annotate(pdf, {
          Subtype: 'Widget',
          FT: 'Sig',
          T: PDFString.of('field'),
          V: { Type: 'Sig', ByteRange: [0, 1], Name: name, Reason: name, Contents: name },
        })
        annotate(pdf, { Subtype: 'Link', A: { S: 'Launch', F: PDFString.of(`C:\\Users\\${author}`) } })
      }),
    },
    'notes of programs.pdf': {
      bytes: await pdfWith((pdf) => {
        const name = PDFString.of(author)
        pdf.getPage(0).node.set(PDFName.of('PieceInfo'), pdf.context.obj({ App: { Private: name } }))
        addStream(pdf, Buffer.from('q Q'), {
          Subtype: 'Form',
          'PTEX.FileName': name,
          'PTEX.InfoDict': { Author: name },
        })
      }),
    },
    'photos in any spelling.pdf': {
      bytes: await pdfWith((pdf) => {
        addStream(pdf, jpeg, { Subtype: 'Image', Filter: ['DCTDecode'] })
        addStream(pdf, jpeg, { Subtype: 'Image', Filter: 'DCT' })
        addStream(pdf, deflateSync(jpeg), { Subtype: 'Image', Filter: ['FlateDecode', 'DCTDecode'] })
        addStream(pdf, Buffer.from(`${jpeg.toString('hex')}>`), {
          Subtype: 'Image',
          Filter: ['ASCIIHexDecode', 'DCTDecode'],
        })
      }),
    },
    'a photo in a page and one by its number.pdf': {
      bytes: Buffer.from(
        (
          await pdfWith((pdf) => {
            const page = Buffer.concat([Buffer.from('BI /W 9 /H 9 /F /DCT ID '), jpeg, Buffer.from(' EI')])
            addStream(pdf, deflateSync(page), { Subtype: 'Form', Filter: 'FlateDecode' })
            addStream(pdf, jpeg, { Subtype: 'Image', Filter: 'XXXDecode' })
          })
        )
          .toString('latin1')
          .replace('/XXXDecode', '/#44CTDecode'),
        'latin1',
      ),
    },
    'an earlier version.pdf': { bytes: await earlierVersion() },
    'a password of its owner.pdf': {
      bytes: await pdfWith((pdf) => {
        pdf.setAuthor(author)
        pdf.encrypt({ ownerPassword: 'owner', userPassword: '', permissions: { modifying: false } })
      }),
    },
    'a photo.jpg': { bytes: Buffer.concat([jpeg, Buffer.from(author)]) },
    'a picture.png': { bytes: await pictureWith('png') },
  }
  return Object.entries(all).map(([name, file]) => ({ name, ...file }))
}

const part = (name: string, as: string, bytes: string | Buffer): OfficePart => ({ name, as, bytes })
const docx = (parts: readonly OfficePart[], inside = '') => officeFile('docx', wordText(inside), parts)
const comments = () =>
  part(
    'word/comments.xml',
    'comments',
    `<w:comments><w:comment w:author="${author}" w:initials="${author}"><w:t>?</w:t></w:comment></w:comments>`,
  )
const xlsx = (inside: string, parts: readonly OfficePart[] = []) =>
  officeFile('xlsx', `<workbook>${inside}<sheets><sheet name="Таблица"/></sheets></workbook>`, parts)

const exif = { IFD0: { Artist: author, Copyright: author } }
const pictureWith = (format: 'jpeg' | 'png' | 'webp' | 'tiff') =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
    .withExif(exif)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${author}</rdf:RDF></x:xmpmeta>`)
    [format]()
    .toBuffer()

function gifWithComments(): Buffer {
  const start = Buffer.from('474946383961010001008000000000000000ff', 'hex')
  const block = (label: number, ...texts: string[]) =>
    Buffer.concat([
      Buffer.from([0x21, label]),
      ...texts.flatMap((text) => [Buffer.from([text.length]), Buffer.from(text)]),
      Buffer.from([0]),
    ])
  const frame = Buffer.from('2c00000000010001000002024401003b', 'hex')
  return Buffer.concat([start, block(0xfe, author), block(0xff, 'XMP DataXMP', author), frame])
}

const record = (kind: number, said: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(kind)
  head.writeUInt32LE(8 + said.length, 4)
  return Buffer.concat([head, said])
}

function emf(): Buffer {
  const name = Buffer.from(`Program\0${author}\0\0`, 'utf16le')
  const head = Buffer.alloc(108 + name.length)
  head.writeUInt32LE(1)
  head.writeUInt32LE(head.length, 4)
  head.write(' EMF', 40)
  head.writeUInt32LE(name.length / 2, 60)
  head.writeUInt32LE(108, 64)
  name.copy(head, 108)
  const comment = Buffer.concat([Buffer.from([12, 0, 0, 0]), Buffer.from('GDIC'), Buffer.from(`${author}   `)])
  const whole = Buffer.concat([head, record(70, comment), record(14, Buffer.alloc(12))])
  whole.writeUInt32LE(whole.length, 48)
  whole.writeUInt32LE(3, 52)
  return whole
}

function wmf(): Buffer {
  const head = Buffer.from('010009000003000000000000000000000000', 'hex')
  const comment = Buffer.concat([
    Buffer.from('0f000000', 'hex').subarray(0, 4),
    Buffer.from([0x26, 6, 15, 0]),
    Buffer.from(`${author}......`),
    Buffer.alloc(7),
  ])
  comment.writeUInt32LE(comment.length / 2)
  return Buffer.concat([head, comment, Buffer.from('030000000000', 'hex')])
}

async function pdfWith(fill: (pdf: PDFDocument) => unknown): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200])
  await fill(pdf)
  return Buffer.from(await pdf.save({ useObjectStreams: false }))
}

function addStream(pdf: PDFDocument, bytes: Buffer, dict: Record<string, unknown>): void {
  const ref = pdf.context.register(pdf.context.stream(new Uint8Array(bytes), { Type: 'XObject', ...dict } as never))
  pdf.getPage(0).node.setXObject(PDFName.of(`X${ref.objectNumber}`), ref)
}

function annotate(pdf: PDFDocument, dict: Record<string, unknown>): void {
  const remark = pdf.context.obj({ Type: 'Annot', Rect: [0, 0, 9, 9], ...dict } as never)
  pdf.getPage(0).node.addAnnot(pdf.context.register(remark))
}

/** The page showed a name before; the file was saved with a change at its end. */
async function earlierVersion(): Promise<Buffer> {
  const first = await pdfWith((pdf) => addStream(pdf, Buffer.from(`BT (${author}) Tj ET`), { Subtype: 'Form' }))
  const number = /(\d+) 0 obj\s*<<\s*\/Type \/XObject/.exec(first.toString('latin1'))?.[1] ?? ''
  const root = /\/Root (\d+ 0 R)/.exec(first.toString('latin1'))?.[1] ?? ''
  const change = `${number} 0 obj\n<</Type/XObject/Subtype/Form/Length 3>>\nstream\nq Q\nendstream\nendobj\ntrailer\n<</Root ${root}/Size 99>>\n%%EOF\n`
  return Buffer.concat([first, Buffer.from(change)])
}
