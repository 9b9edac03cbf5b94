/** The header with the view of a call: the caller views the portal as another person. */
export const viewHeader = 'X-View'
