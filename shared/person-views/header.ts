/** Names the view in which a call is made: the caller then looks at the portal as somebody else. */
export const viewHeader = 'X-View'
