import type { ComponentProps } from 'react'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useRights } from './rights.ts'
import { sectionAt } from './sections.ts'

type ConsoleLinkProps = ComponentProps<typeof PortalLink> & { competition: string }

/**
 * A link to another section of the console; plain text for people who may not open that section in this competition.
 */
export function ConsoleLink({ competition, children, ...link }: ConsoleLinkProps) {
  const section = sectionAt(link.to.replace(/[?#].*/, ''), competition)
  const opens = useRights(competition).some((right) => right === section?.flag)
  return opens ? <PortalLink {...link}>{children}</PortalLink> : <span className={link.className}>{children}</span>
}
