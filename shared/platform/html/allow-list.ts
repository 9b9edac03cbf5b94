/**
 * The HTML that editors may write. The server cleans by this list when a text is saved, the browser when it is shown.
 */
export const allowedTags = [
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'pre'],
  ...['blockquote', 'ul', 'ol', 'li', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
] as const

/** Attributes by tag. `style`, `class`, `id`, `name`, `srcset` and every `on…` are allowed nowhere. */
export const allowedAttributes: Record<string, readonly string[]> = {
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
}

/** Tags that are removed together with their text. The text of all other unknown tags stays. */
export const tagsDroppedWhole = [
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'title', 'head'],
  ...['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'svg', 'math', 'audio', 'video', 'canvas'],
  ...['form', 'input', 'button', 'select', 'option', 'textarea', 'base', 'meta', 'link', 'portal', 'annotation-xml'],
] as const

/** The only scheme allowed in an address; an address without a scheme is within the portal. */
export const allowedScheme = 'https'

/** Pictures allowed as data URLs. SVG is left out because it can contain scripts. */
export const rasterTypes = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const

/** Attributes of a link that leaves the portal. */
export const externalRel = 'noopener'
