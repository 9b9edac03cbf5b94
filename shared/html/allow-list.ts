/** What HTML written by an editor may consist of. The server cleans by it when a text is saved, the browser when it is shown. */
export const allowedTags = [
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'pre'],
  ...['blockquote', 'ul', 'ol', 'li', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
] as const

/** By tag. `style`, `class`, `id`, `name`, `srcset` and every `on…` are wanted nowhere. */
export const allowedAttributes: Record<string, readonly string[]> = {
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
}

/** Tags whose text goes away with them; of all other unknown tags the text stays. */
export const tagsDroppedWhole = [
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'title', 'head'],
  ...['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'svg', 'math', 'audio', 'video', 'canvas'],
  ...['form', 'input', 'button', 'select', 'option', 'textarea', 'base', 'meta', 'link', 'portal', 'annotation-xml'],
] as const

/** The only scheme that an address may name; without a scheme it is a place of ours. */
export const allowedScheme = 'https'

/** Pictures that may stand in the text itself. SVG is a document that runs, so it is not among them. */
export const rasterTypes = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const

/** What a link that leaves the portal carries. */
export const externalRel = 'noopener'
