//! Values as bytes and back, little-endian. Reading never panics and never takes more memory than the bytes can fill.

use glam::Vec2;

/// Collects bytes.
#[derive(Default)]
pub(crate) struct Writer {
    pub bytes: Vec<u8>,
}

/// Hands out bytes.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// All bytes that are left.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Room for so many values, each of which takes at least a byte: a count that the bytes cannot hold takes no memory.
    pub(crate) fn room_for<T>(&self, count: usize) -> Vec<T> {
        Vec::with_capacity(count.min(self.rest.len()).min(1 << 16))
    }

    /// So many bytes at once.
    pub(crate) fn take(&mut self, count: usize) -> Read<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(count).ok_or(())?;
        self.rest = rest;
        Ok(head)
    }
}

/// The bytes do not hold such a value.
pub(crate) type Read<T> = Result<T, ()>;

/// A value that can be written as bytes and read back.
pub(crate) trait Wire: Sized {
    fn write(&self, out: &mut Writer);
    fn read(from: &mut Reader<'_>) -> Read<Self>;
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl Wire for $type {
            fn write(&self, out: &mut Writer) {
                out.bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn read(from: &mut Reader<'_>) -> Read<Self> {
                let (head, rest) = from.rest.split_first_chunk().ok_or(())?;
                from.rest = rest;
                Ok(Self::from_le_bytes(*head))
            }
        }
    )*};
}
numbers!(u8, u16, u32, u64, i64, f32, f64);

/// A number that is mostly small: seven bits a byte, the low ones first, and the eighth says that more follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Short(pub u32);

impl Wire for Short {
    #[inline]
    fn write(&self, out: &mut Writer) {
        match self.0 {
            one @ ..0x80 => out.bytes.push(one as u8),
            two @ ..0x4000 => out.bytes.extend_from_slice(&[two as u8 | 0x80, (two >> 7) as u8]),
            mut rest => {
                while rest > 0x7f {
                    out.bytes.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                out.bytes.push(rest as u8);
            }
        }
    }
    #[inline]
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        // Most are a byte, or two.
        match *from.rest {
            [first @ ..0x80, ref rest @ ..] => {
                from.rest = rest;
                return Ok(Self(first.into()));
            }
            [first, second @ ..0x80, ref rest @ ..] => {
                from.rest = rest;
                return Ok(Self(u32::from(first & 0x7f) | u32::from(second) << 7));
            }
            _ => {}
        }
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = u8::read(from)?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map(Self).map_err(|_| ());
            }
        }
        Err(())
    }
}

impl Wire for bool {
    fn write(&self, out: &mut Writer) {
        u8::from(*self).write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match u8::read(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(()),
        }
    }
}

impl<T: Wire, const N: usize> Wire for [T; N] {
    fn write(&self, out: &mut Writer) {
        self.iter().for_each(|value| value.write(out));
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let values: [Option<T>; N] = core::array::from_fn(|_| T::read(from).ok());
        if values.iter().any(Option::is_none) {
            return Err(());
        }
        Ok(values.map(|value| value.expect("none is missing")))
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn write(&self, out: &mut Writer) {
        self.0.write(out);
        self.1.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

impl Wire for Vec2 {
    fn write(&self, out: &mut Writer) {
        self.to_array().write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        <[f32; 2]>::read(from).map(Self::from_array)
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, out: &mut Writer) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        if bool::read(from)? { T::read(from).map(Some) } else { Ok(None) }
    }
}

impl<T: Wire> Wire for Box<T> {
    fn write(&self, out: &mut Writer) {
        T::write(self, out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        T::read(from).map(Self::new)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, out: &mut Writer) {
        (self.len() as u32).write(out);
        self.iter().for_each(|value| value.write(out));
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let count = u32::read(from)? as usize;
        let mut values = from.room_for(count);
        for _ in 0..count {
            values.push(T::read(from)?);
        }
        Ok(values)
    }
}

/// Writes a struct field by field.
macro_rules! wire_struct {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl Wire for $type {
            fn write(&self, out: &mut Writer) {
                $(self.$field.write(out);)*
            }
            fn read(from: &mut Reader<'_>) -> Read<Self> {
                Ok(Self { $($field: Wire::read(from)?),* })
            }
        }
    };
}
pub(crate) use wire_struct;

/// Writes an enum without data as the place of its variant.
macro_rules! wire_enum {
    ($type:ident [ $($variant:ident),* $(,)? ]) => {
        impl Wire for $type {
            fn write(&self, out: &mut Writer) {
                let all = [$($type::$variant),*];
                (all.iter().position(|variant| variant == self).unwrap_or(0) as u8).write(out);
            }
            fn read(from: &mut Reader<'_>) -> Read<Self> {
                let all = [$($type::$variant),*];
                all.get(u8::read(from)? as usize).copied().ok_or(())
            }
        }
    };
}
pub(crate) use wire_enum;
