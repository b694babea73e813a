//! Columns of text that line up.

use core::fmt;

/// Lines of fields; the first line is the heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Every line has as many fields as the first.
    pub lines: Vec<Vec<String>>,
}

impl Table {
    /// A table of a heading only.
    pub fn new(heading: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { lines: vec![heading.into_iter().map(Into::into).collect()] }
    }

    /// Adds a line.
    pub fn add(&mut self, line: impl IntoIterator<Item = impl Into<String>>) {
        self.lines.push(line.into_iter().map(Into::into).collect());
    }

    /// The same as a table of a Markdown document.
    pub fn to_markdown(&self) -> String {
        let line = |fields: &[String]| format!("| {} |\n", fields.join(" | ").replace('\n', " "));
        let mut text = String::new();
        for (number, fields) in self.lines.iter().enumerate() {
            text += &line(fields);
            if number == 0 {
                text += &format!("|{}\n", "---|".repeat(fields.len()));
            }
        }
        text
    }
}

impl fmt::Display for Table {
    /// The first column to the left, the others to the right, without spaces at the end of lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let wide = |column: usize| {
            self.lines.iter().filter_map(|line| line.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(wide).collect();
        for line in &self.lines {
            let mut text = String::new();
            for (column, (field, width)) in line.iter().zip(&widths).enumerate() {
                text += &if column == 0 { format!("{field:width$}") } else { format!("  {field:>width$}") };
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// Four digits, or a power of ten where that is shorter.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".into()
    } else if (1e-3..1e5).contains(&size) {
        let digits = (3 - libm::floor(libm::log10(size)) as i32).clamp(0, 6) as usize;
        let text = format!("{value:.digits$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
    } else {
        format!("{value:.2e}")
    }
}

/// The same, or a dash where there is none.
pub(crate) fn short_or_dash(value: Option<f64>) -> String {
    value.filter(|value| !value.is_nan()).map_or("–".into(), short)
}

#[cfg(test)]
mod tests {
    use super::{Table, short};

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(["name", "value"]);
        table.add(["a", "1"]);
        table.add(["longer", "−12.5"]);
        assert_eq!(table.to_string(), "name    value\na           1\nlonger  −12.5\n");
    }

    #[test]
    fn a_markdown_table_has_a_rule_below_its_heading() {
        let mut table = Table::new(["name", "value"]);
        table.add(["a", "1"]);
        assert_eq!(table.to_markdown(), "| name | value |\n|---|---|\n| a | 1 |\n");
    }

    #[test]
    fn numbers_have_four_digits_at_most() {
        for (value, text) in
            [(0.0, "0"), (1.0, "1"), (0.123456, "0.1235"), (12345.6, "12346"), (-2.5e-7, "-2.50e-7"), (1e9, "1.00e9")]
        {
            assert_eq!(short(value), text);
        }
    }
}
