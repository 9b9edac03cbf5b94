import purify from 'dompurify'
import { allowedAttributes, allowedTags, externalRel, tagsDroppedWhole } from '#shared/platform/html/allow-list.ts'
import { isExternal, isSafeLink, isSafePicture, wordsOfPicture } from '#shared/platform/html/safe-address.ts'

/** HTML cleaned by `sanitise`. Nothing else can make this type, and only this type is put into a page. */
export type CleanHtml = (TrustedHTML | string) & { readonly clean: true }

const htmlNamespace = 'http://www.w3.org/1999/xhtml'

purify.addHook('uponSanitizeAttribute', (element, attribute) => {
  // Elements of other namespaces are allowed only in formulas, whose own list says which attributes they keep.
  if (element.namespaceURI !== htmlNamespace) return
  const tag = element.nodeName.toLowerCase()
  const { attrName: name, attrValue: value } = attribute
  attribute.keepAttr =
    allowedAttributes[tag]?.includes(name) === true &&
    (name !== 'href' || isSafeLink(value)) &&
    (name !== 'src' || isSafePicture(value))
})

// A text of earlier years may have a picture of another site: a link stands in its place.
purify.addHook('beforeSanitizeAttributes', (element) => {
  if (element.nodeName !== 'IMG') return
  const address = element.getAttribute('src') ?? ''
  if (!isExternal(address) || !isSafeLink(address)) return
  const link = document.createElement('a')
  link.setAttribute('href', address.trim())
  link.textContent = wordsOfPicture(element.getAttribute('alt'))
  element.replaceWith(link)
})

purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName === 'IMG' && !element.hasAttribute('src')) element.remove()
  if (element.nodeName !== 'A') return
  if (isExternal(element.getAttribute('href') ?? '')) element.setAttribute('rel', externalRel)
  else element.removeAttribute('rel')
})

const settings = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: [...new Set(Object.values(allowedAttributes).flat())],
  FORBID_CONTENTS: [...tagsDroppedWhole],
  ALLOWED_NAMESPACES: [htmlNamespace],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Our own hook checks addresses by the same rule as the server.
  ALLOWED_URI_REGEXP: /^/,
}

/** Cleans HTML before it is shown, by the same list as on the server. Loaded only when there is text to show. */
export function sanitise(html: string): CleanHtml {
  const clean =
    'trustedTypes' in window
      ? purify.sanitize(html, { ...settings, RETURN_TRUSTED_TYPE: true })
      : purify.sanitize(html, settings)
  return clean as unknown as CleanHtml
}

/** The same as detached nodes, for the text editor. */
export const sanitisedNodes = (html: string): DocumentFragment =>
  purify.sanitize(html, { ...settings, RETURN_DOM_FRAGMENT: true })

/** A formula that the server has drawn: MathML and nothing else. */
export function sanitiseFormula(mathMl: string): CleanHtml {
  const only = { USE_PROFILES: { mathMl: true }, FORBID_ATTR: ['href', 'xlink:href', 'style', 'id', 'class'] }
  const clean =
    'trustedTypes' in window
      ? purify.sanitize(mathMl, { ...only, RETURN_TRUSTED_TYPE: true })
      : purify.sanitize(mathMl, only)
  return clean as unknown as CleanHtml
}
