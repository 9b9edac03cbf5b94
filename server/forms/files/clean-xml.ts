/** Attributes in which Word, Excel and PowerPoint write who changed, remarked, opened or saved something. */
const people =
  /(\s(?:[\w.-]+:)?(?:author|initials|userName|displayName|userId|userProvider|providerId|lastModifiedBy|docname|export-filename))\s*=\s*(?:"[^"]*"|'[^']*')/g
/** Entries in lists of people who wrote remarks, changed slides or had the file open: their `name` is a person's. */
const entries = /<(?:\w+:)?(?:cmAuthor|author|userInfo|chgData)\b[^>]*>/g
/** Elements whose text is a person. */
const persons =
  /(<((?:\w+:)?(?:author|creator|contributor|publisher|lastModifiedBy|DisplayName|AccountId|manager|Manager|Company|rights|Agent))(?:\s[^>]*[^/>])?>)[\s\S]*?(<\/\2\s*>)/g
/** What refers to people, folders and servers, and what a program notes about its own work. */
const unneeded = [
  ...['attachedTemplate', 'attachedSchema', 'saveThroughXslt', 'mailMerge', 'docVars', 'rsids', 'docId'],
  ...['dataBinding', 'fileSharing', 'customWorkbookViews', 'customSheetViews', 'customProperties', 'webPublishing'],
  ...['webPublishItems', 'htmlPubPr', 'imgProps', 'tag', 'revisionPtr', 'namedview'],
].map((name) => {
  const prefix = name === 'tag' ? 'p:' : '(?:[\\w-]+:)?'
  return new RegExp(`<(${prefix}${name})(?=[\\s/>])(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>[\\s\\S]*?</\\1\\s*>)`, 'g')
})
const notes = /<!--[\s\S]*?-->|<\?(?!xml\s)[\s\S]*?\?>/g
const changes = /\s(?:\w+:)?rsid\w*\s*=\s*(?:"[^"]*"|'[^']*')/g
/** A place on a disk or a server, also when it is a picture's name; and an address for letters. */
const path = String.raw`(?:file:|mailto:|[a-zA-Z]:[\\/]|\\\\[\w.-]+\\|/(?:Users|home)/|https?://[^"'<\s]*(?:sharepoint\.com|docs\.live\.net))`
const paths = new RegExp(`(=\\s*)(?:"${path}[^"]*"|'${path}[^']*')`, 'gi')
const inFields = new RegExp(`(?:&quot;|")?${path}[^<"]*?(?:&quot;|"|(?=<))`, 'gi')
const fileName = /(\s(?:name|descr|title|[\w-]+:title))\s*=\s*(?:"[^"]*\.\w{3,4}"|'[^']*\.\w{3,4}')/g
const drawing = /<(?:\w+:)?(?:docPr|cNvPr|imagedata|shape)\b[^>]*>/g
/** Where the file was saved, also as an address on the web. */
const folder = /(<(?:\w+:)?absPath\b[^>]*?\surl\s*=\s*)(?:"[^"]*"|'[^']*')/g
const svgNotes = /<((?:\w+:)?metadata)(?:\s[^>]*)?>[\s\S]*?<\/\1\s*>/g
const printer = /(<(?:\w+:)?pageSetup\b[^>]*?)\s(?:\w+:)?id=(?:"[^"]*"|'[^']*')/g

/** Fields of Word that print who wrote the file, from what and where it is kept, with their last result. */
const saying =
  'AUTHOR|LASTSAVEDBY|USERNAME|USERINITIALS|USERADDRESS|FILENAME|TEMPLATE|DOCPROPERTY|DOCVARIABLE|INFO|COMMENTS|MERGEFIELD'
const simpleField = new RegExp(
  `<w:fldSimple\\b[^>]*w:instr=(?:"\\s*(?:${saying})\\b[^"]*"|'\\s*(?:${saying})\\b[^']*')[^>]*>[\\s\\S]*?</w:fldSimple>`,
  'gi',
)
const longField = new RegExp(
  `<w:instrText[^>]*>\\s*(?:${saying})\\b[\\s\\S]*?<w:fldChar\\b[^>]*w:fldCharType=["']end["']`,
  'gi',
)
const words = /(<w:t(?:\s[^>]*)?>)[^<]*(<\/w:t>)/g
/** A place in the text that shows a property of the document, such as its author. */
const boundPlace = /<w:sdt>(?:(?!<w:sdt>)[\s\S])*?<\/w:sdt>/g
const boundTo =
  /<w:dataBinding\b[^>]*xpath=(?:"[^"]*|'[^']*)(?:creator|author|modifiedBy|manager|company|user|person|display|publish)/i
const instructions = /(<w:(?:instrText|delInstrText)\b[^>]*>)([^<]*)/g

const emptied = (text: string) => text.replace(words, '$1$2')

/** A part of a document as XML, without the names of people and of the places where they keep it. */
export function cleanXml(text: string): string {
  const wordless = text
    .replace(boundPlace, (place) => (boundTo.test(place) ? emptied(place) : place))
    .replace(simpleField, emptied)
    .replace(longField, emptied)
    .replace(instructions, (_all, start: string, said: string) => start + said.replace(inFields, '"-"'))
  const cut = unneeded.reduce((rest, element) => rest.replace(element, ''), wordless.replace(notes, ''))
  return withoutWriters(/<(?:\w+:)?svg[\s>]/.test(cut) ? cut.replace(svgNotes, '') : cut)
    .replace(persons, '$1$3')
    .replace(people, '$1=""')
    .replace(entries, (element) => element.replace(/\bname\s*=\s*(?:"[^"]*"|'[^']*')/, 'name=""'))
    .replace(changes, '')
    .replace(paths, '$1""')
    .replace(drawing, (element) => element.replace(fileName, '$1=""'))
    .replace(folder, '$1""')
    .replace(printer, '$1')
}

const writers = /<(?:\w+:)?author>([^<]*)</g

/** Excel begins the text of a remark with its author's name. */
function withoutWriters(text: string): string {
  if (!/<(?:\w+:)?comments[\s>]/.test(text)) return text
  return [...text.matchAll(writers)]
    .map(([, writer = '']) => writer)
    .filter((writer) => writer.trim() !== '')
    .reduce((rest, writer) => rest.replaceAll(`>${writer}:`, '>'), text)
}

/** Excel's connections to data, with nothing but their numbers: sheets refer to them. */
export function plainConnections(text: string): string {
  const kept = [...text.matchAll(/<((?:\w+:)?connection)\s([^>]*)>/g)].map(([, element, said = '']) => {
    const of = (name: string) => new RegExp(`\\b${name}\\s*=\\s*["'](\\d+)["']`).exec(said)?.[1] ?? '1'
    return `<${element} id="${of('id')}" name="Подключение ${of('id')}" type="${of('type')}" refreshedVersion="6"/>`
  })
  const [, start = '', name = ''] = /(<((?:\w+:)?connections)\b[^>]*>)/.exec(text) ?? []
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${start}${kept.join('')}</${name}>`
}

/** The text of a part in any encoding that it states; written back, it is UTF-8. */
export function textOf(part: Buffer): string {
  const mark = part.toString('hex', 0, 2)
  const stated = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(part.toString('latin1', 0, 200))?.[1]
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : (stated ?? 'utf-8')
  const text = decoderOf(encoding).decode(part)
  return text.replace(/^(<\?xml[^>]*?)\s+encoding\s*=\s*["'][\w.-]+["']/, '$1')
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}
