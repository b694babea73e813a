//! Recordings as Parquet files, a column of doubles for the time and one for each quantity.

use crate::recorder::Recorder;
use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::data_type::DoubleType;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::sync::Arc;

impl Recorder {
    /// The table of [`to_csv`](Self::to_csv) as a Parquet file with one row group; what is no number is null.
    ///
    /// # Errors
    /// If the Parquet library cannot write.
    pub fn to_parquet(&self) -> Result<Vec<u8>> {
        let names = self.headings();
        let field =
            |name: &String| Type::primitive_type_builder(name, Physical::DOUBLE).with_repetition(Repetition::OPTIONAL).build();
        let fields = names.iter().map(|name| field(name).map(Arc::new)).collect::<Result<Vec<_>>>()?;
        let schema = Arc::new(Type::group_type_builder("recording").with_fields(fields).build()?);
        let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties)?;
        let mut rows = writer.next_row_group()?;
        for values in core::iter::once(self.times()).chain(self.all().iter().map(|series| series.values.as_slice())) {
            let Some(mut column) = rows.next_column()? else {
                return Err(ParquetError::General("fewer columns than quantities".into()));
            };
            let present: Vec<i16> = values.iter().map(|value| i16::from(value.is_finite())).collect();
            let numbers: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
            column.typed::<DoubleType>().write_batch(&numbers, Some(&present), None)?;
            column.close()?;
        }
        rows.close()?;
        writer.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Quantity, Recorder};
    use parquet::file::reader::{FileReader, SerializedFileReader};

    #[test]
    fn what_is_recorded_is_read_back_with_its_names() {
        let mut world = wobble2d::demo::welcome();
        let mut recorder = Recorder::new([Quantity::Energy, Quantity::Height]);
        for _ in 0..3 {
            recorder.record(&world);
            world.step(1.0 / 60.0);
        }
        let file: bytes::Bytes = recorder.to_parquet().unwrap().into();
        let reader = SerializedFileReader::new(file).unwrap();
        let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), 3);
        assert!(rows[0].starts_with("{time [s]: 0E0, energy [J]: "), "{}", rows[0]);
    }
}
