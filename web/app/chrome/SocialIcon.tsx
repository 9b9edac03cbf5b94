export type SocialName = 'vk' | 'telegram' | 'ok' | 'rutube'

const drawings: Record<SocialName, string> = {
  vk: 'M4 7h3c.2 4 1.9 5.9 3.2 6.2V7h2.9v3.5c1.3-.1 2.6-1.6 3.1-3.5H19c-.4 2.2-1.9 3.8-3 4.5 1.1.6 2.7 1.9 3.4 4.5h-3.2c-.5-1.6-1.7-2.8-3.1-3V16h-.4C7.9 16 4.2 12.4 4 7Z',
  telegram: 'M20 5 3.5 11.4l4.6 1.5L17 7.6l-6.9 6.3-.3 4.1 2.6-2.5 3.6 2.7L20 5Z',
  ok: 'M12 4a3.6 3.6 0 1 1 0 7.2A3.6 3.6 0 0 1 12 4Zm0 2.2a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8Zm-4.6 6.2c1.4.9 3 1.3 4.6 1.3s3.200-.4 4.600-1.300l1.200 1.900a8.800 8.800 0 0 1-3.500 1.400l3 2.900-1.600 1.600-3.700-3.500-3.700 3.500-1.600-1.600 3-2.900a8.800 8.800 0 0 1-3.500-1.400Z',
  rutube:
    'M4 7h11.500a3.500 3.500 0 0 1 .9 6.900L19 18h-3.200l-2.400-4H7v4H4Zm3 2.500v2h8a1 1 0 0 0 0-2Zm13-4.500a1.700 1.700 0 1 1-3.400 0A1.700 1.700 0 0 1 20 5Z',
}

/** The icon of a social network. Its name is in the link around it. */
export const SocialIcon = ({ name }: { name: SocialName }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
)
