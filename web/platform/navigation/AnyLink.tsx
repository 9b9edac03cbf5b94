import type { ComponentProps } from 'react'
import { PortalLink } from './PortalLink.tsx'

/** A link that an organiser wrote: a path of the portal, or another site, which opens beside it. */
export function AnyLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  if (to.startsWith('/')) return <PortalLink to={to} {...rest} />
  return <a href={to} rel="noopener" target="_blank" {...rest} />
}
