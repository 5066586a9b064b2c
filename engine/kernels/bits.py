"""Counting and finding cards in a mask: one machine instruction each, or plain Python when uncompiled."""

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

if numba.config.DISABLE_JIT:

    def popcount(mask: int) -> int:
        """The number of cards in ``mask``."""
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """The lowest card of ``mask``, which must not be empty."""
        number = int(mask)
        return (number & -number).bit_length() - 1

    def highest(mask: int) -> int:
        """The highest card of ``mask``, which must not be empty."""
        return int(mask).bit_length() - 1

else:
    INT64 = ir.IntType(64)
    BIT = ir.IntType(1)

    def _unary(signature: Any, emit: Any) -> Any:
        return signature, lambda context, builder, _signature, args: emit(builder, args[0])

    @intrinsic
    def popcount(typing_context: Any, mask: Any) -> Any:
        """The number of cards in ``mask``."""
        return _unary(types.int64(types.int64), lambda builder, value: builder.ctpop(value))

    @intrinsic
    def lowest(typing_context: Any, mask: Any) -> Any:
        """The lowest card of ``mask``, which must not be empty."""
        return _unary(types.int64(types.int64), lambda builder, value: builder.cttz(value, BIT(1)))

    @intrinsic
    def highest(typing_context: Any, mask: Any) -> Any:
        """The highest card of ``mask``, which must not be empty."""
        return _unary(
            types.int64(types.int64),
            lambda builder, value: builder.sub(INT64(63), builder.ctlz(value, BIT(1))),
        )
