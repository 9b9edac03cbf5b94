import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'
import {
  allowedAttributes,
  allowedScheme,
  allowedTags,
  externalRel,
  tagsDroppedWhole,
} from '#shared/platform/html/allow-list.ts'
import { isExternal, isSafeLink, isSafePicture, wordsOfPicture } from '#shared/platform/html/safe-address.ts'

/** The library, loaded when the first text is cleaned: its seventy files would slow a start. */
const require = createRequire(import.meta.url)
const sanitizeHtml = (html: string, options: sanitize.IOptions) =>
  (require('sanitize-html') as typeof sanitize)(html, options)

/** Cleans HTML before it is stored: only allowed tags, attributes and addresses stay. */
export const sanitise = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]])),
    nonTextTags: [...tagsDroppedWhole],
    allowedSchemes: [allowedScheme],
    allowedSchemesByTag: { img: ['data'] },
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
      img: (tagName, { src = '', ...rest }): sanitize.Tag =>
        isExternal(src) && isSafeLink(src)
          ? { tagName: 'a', attribs: { href: src.trim(), rel: externalRel }, text: wordsOfPicture(rest.alt) }
          : { tagName, attribs: { ...(isSafePicture(src) ? { src: src.trim() } : {}), ...rest } },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined && attribs.href === undefined,
  })

/** The text of the HTML, for searching and excerpts. Blocks are separated by a space. */
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
