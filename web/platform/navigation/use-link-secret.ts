import { useLocation } from '@tanstack/react-router'

/** The secret of a letter's link: the part after «#», which appears in no server log and no referrer. */
export const useLinkSecret = (): string => useLocation({ select: ({ hash }) => hash })
