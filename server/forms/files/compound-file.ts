/** How an embedded object of an older program begins: a small file system with names of people in several places. */
const start = 'd0cf11e0a1b11ae1'

export const isCompound = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 8)).toString('hex') === start

const sector = 512
const [endOfChain, fatSector, free] = [0xfffffffe, 0xfffffffd, 0xffffffff]

/** Such a file without contents: head, table of sectors, and a directory with its root only (MS-CFB 2.2, 2.3, 2.6). */
export function emptyCompound(): Buffer {
  const file = Buffer.alloc(3 * sector)
  file.write(start, 0, 'hex')
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    file.writeUInt16LE(value, at)
  const head = [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, endOfChain],
    [68, endOfChain],
    [76, 0],
  ] as const
  for (const [at, value] of head) file.writeUInt32LE(value, at)
  file.fill(0xff, 80, sector)
  file.fill(0xff, sector, 2 * sector)
  file.writeUInt32LE(fatSector, sector)
  file.writeUInt32LE(endOfChain, sector + 4)
  for (let entry = 2 * sector; entry < 3 * sector; entry += 128)
    for (const at of [68, 72, 76]) file.writeUInt32LE(free, entry + at)
  const root = 2 * sector
  const name = Buffer.from('Root Entry\0', 'utf16le')
  name.copy(file, root)
  file.writeUInt16LE(name.length, root + 64)
  file.writeUInt8(5, root + 66)
  file.writeUInt8(1, root + 67)
  file.writeUInt32LE(endOfChain, root + 116)
  return file
}
