import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'
import {
  allowedAttributes,
  allowedScheme,
  allowedTags,
  externalRel,
  tagsDroppedWhole,
} from '#shared/html/allow-list.ts'
import { isExternal, isSafeLink, isSafePicture } from '#shared/html/safe-address.ts'

/** Read when the first text is cleaned: a start needs none of its seventy files. */
const require = createRequire(import.meta.url)
const sanitizeHtml = (html: string, options: sanitize.IOptions) =>
  (require('sanitize-html') as typeof sanitize)(html, options)

/** Cleans HTML before it is kept: what is not in the list of allowed tags, attributes and addresses is not in the answer. */
export const sanitise = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]])),
    nonTextTags: [...tagsDroppedWhole],
    allowedSchemes: [allowedScheme],
    allowedSchemesByTag: { img: [allowedScheme, 'data'] },
    allowProtocolRelative: false,
    nestingLimit: 50,
    transformTags: {
      a: (tagName, { href, title }) => ({
        tagName,
        attribs: {
          ...(href !== undefined && isSafeLink(href) ? { href: href.trim() } : {}),
          ...(title ? { title } : {}),
          ...(href !== undefined && isExternal(href) ? { rel: externalRel } : {}),
        },
      }),
      img: (tagName, { src, ...rest }) => ({
        tagName,
        attribs: { ...(src !== undefined && isSafePicture(src) ? { src: src.trim() } : {}), ...rest },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  })

/** The words of the HTML alone, for searching and for excerpts: blocks are parted by a space. */
export const textOf = (html: string): string =>
  decode(
    sanitizeHtml(html.replace(/<(?=\/?(p|h\d|li|tr|td|th|br|blockquote|pre|figcaption|hr)\b)/gi, ' <'), {
      allowedTags: [],
      allowedAttributes: {},
      nonTextTags: [...tagsDroppedWhole],
    }),
  )
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const decode = (text: string) => text.replace(/&(lt|gt|quot|amp);/g, (_all, name: string) => entities[name] ?? '')
