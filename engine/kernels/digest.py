"""BLAKE2b (RFC 7693) of many texts at once, each put together from parts: what `hashlib.blake2b` gives."""

from typing import Any

import numpy as np

from engine.kernels.jit import kernel

BLOCK = 128

WORDS = np.array(
    [
        0x6A09E667F3BCC908,
        0xBB67AE8584CAA73B,
        0x3C6EF372FE94F82B,
        0xA54FF53A5F1D36F1,
        0x510E527FADE682D1,
        0x9B05688C2B3E6C1F,
        0x1F83D9ABFB41BD6B,
        0x5BE0CD19137E2179,
    ],
    dtype=np.uint64,
)
"""The initial state."""

ORDERS = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    ],
    dtype=np.int64,
)
"""By round, the order in which the words of a block are taken."""

HEX = np.frombuffer(b"0123456789abcdef", dtype=np.uint8)


@kernel
def digests(text: Any, parts: Any, size: int, message: Any, words: Any, given: Any, out: Any) -> None:
    """Fill ``out`` (texts × 2 · ``size``) with the digests of ``size`` bytes in hexadecimal letters.

    Text *i* is what stands at the spans ``parts[i]`` (parts × 2) of ``text``, one after the other. ``message`` (bytes,
    a multiple of `BLOCK` that no text exceeds), ``words`` (8, uint64) and ``given`` (16, uint64) are working space.
    """
    for i in range(parts.shape[0]):
        length = 0
        for k in range(parts.shape[1]):
            for place in range(parts[i, k, 0], parts[i, k, 1]):
                message[length] = text[place]
                length += 1
        blocks = max((length + BLOCK - 1) // BLOCK, 1)
        for place in range(length, blocks * BLOCK):
            message[place] = 0
        for k in range(8):
            words[k] = WORDS[k]
        words[0] ^= np.uint64(0x01010000 ^ size)
        for block in range(blocks):
            last = block + 1 == blocks
            compress(message, block * BLOCK, length if last else (block + 1) * BLOCK, last, words, given)
        for k in range(size):
            byte = np.int64((words[k >> 3] >> np.uint64((k & 7) << 3)) & np.uint64(255))
            out[i, 2 * k] = HEX[byte >> 4]
            out[i, 2 * k + 1] = HEX[byte & 15]


@kernel
def compress(message: Any, start: int, count: int, last: bool, words: Any, given: Any) -> None:
    """Work one block of ``message`` into ``words``; ``count``: the bytes up to its end. ``given``: working space."""
    for k in range(16):
        word = np.uint64(0)
        for byte in range(8):
            word |= np.uint64(message[start + k * 8 + byte]) << np.uint64(byte * 8)
        given[k] = word
    a0, a1, a2, a3, b0, b1, b2, b3 = words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7]
    c0, c1, c2, c3, d1, d3 = WORDS[0], WORDS[1], WORDS[2], WORDS[3], WORDS[5], WORDS[7]
    d0 = WORDS[4] ^ np.uint64(count)
    d2 = ~WORDS[6] if last else WORDS[6]
    for turn in range(12):
        order = ORDERS[turn]
        a0, b0, c0, d0 = mix(a0, b0, c0, d0, given[order[0]], given[order[1]])
        a1, b1, c1, d1 = mix(a1, b1, c1, d1, given[order[2]], given[order[3]])
        a2, b2, c2, d2 = mix(a2, b2, c2, d2, given[order[4]], given[order[5]])
        a3, b3, c3, d3 = mix(a3, b3, c3, d3, given[order[6]], given[order[7]])
        a0, b1, c2, d3 = mix(a0, b1, c2, d3, given[order[8]], given[order[9]])
        a1, b2, c3, d0 = mix(a1, b2, c3, d0, given[order[10]], given[order[11]])
        a2, b3, c0, d1 = mix(a2, b3, c0, d1, given[order[12]], given[order[13]])
        a3, b0, c1, d2 = mix(a3, b0, c1, d2, given[order[14]], given[order[15]])
    words[0] ^= a0 ^ c0
    words[1] ^= a1 ^ c1
    words[2] ^= a2 ^ c2
    words[3] ^= a3 ^ c3
    words[4] ^= b0 ^ d0
    words[5] ^= b1 ^ d1
    words[6] ^= b2 ^ d2
    words[7] ^= b3 ^ d3


@kernel
def mix(a: Any, b: Any, c: Any, d: Any, one: Any, other: Any) -> tuple[Any, Any, Any, Any]:
    """Four words of the state with two of the block mixed in."""
    a = a + b + one
    d = turned(d ^ a, 32)
    c = c + d
    b = turned(b ^ c, 24)
    a = a + b + other
    d = turned(d ^ a, 16)
    c = c + d
    return a, turned(b ^ c, 63), c, d


@kernel
def turned(word: Any, by: int) -> Any:
    """The 64 bits of ``word`` turned right."""
    return (word >> np.uint64(by)) | (word << np.uint64(64 - by))
