import type { ComponentPropsWithRef } from 'react'

/** An image whose `alt` is shown when pictures are switched off. `alt` is '' for a decoration. */
export function Picture({ alt, ...rest }: ComponentPropsWithRef<'img'> & { alt: string }) {
  return (
    <>
      <img loading="lazy" decoding="async" {...rest} alt={alt} />
      {alt && <span className="image-words">{alt}</span>}
    </>
  )
}
