package br.com.kobana.mcp.observe;

import java.util.Map;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;

/**
 * An MBean that only shows: one attribute for each figure, asked for anew each time, so that a
 * console lists them by name and draws them. Nothing of it can be set or run.
 */
public final class Figures implements DynamicMBean {
  /**
   * A figure that is dear to know: made when it is looked at, not when the console lists what there
   * is.
   */
  public record Late(Supplier<String> text) {}

  private final String description;
  private final Supplier<Map<String, Object>> figures;

  /**
   * @param figures numbers, texts, truth values and {@link Late} ones by name, in the order in
   *     which they read well
   */
  public Figures(String description, Supplier<Map<String, Object>> figures) {
    this.description = description;
    this.figures = figures;
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    Object figure = figures.get().get(name);
    if (figure == null) {
      throw new AttributeNotFoundException("no such figure");
    }
    return value(figure);
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    Map<String, Object> now = figures.get();
    AttributeList found = new AttributeList();
    for (String name : names) {
      if (now.containsKey(name)) {
        found.add(new Attribute(name, value(now.get(name))));
      }
    }
    return found;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException("only shows");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String action, Object[] parameters, String[] signature)
      throws ReflectionException {
    throw new ReflectionException(new NoSuchMethodException("only shows"));
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] attributes =
        figures.get().entrySet().stream()
            .map(
                e ->
                    new MBeanAttributeInfo(
                        e.getKey(), type(e.getValue()).getName(), e.getKey(), true, false, false))
            .toArray(MBeanAttributeInfo[]::new);
    return new MBeanInfo(Figures.class.getName(), description, attributes, null, null, null);
  }

  private static Object value(Object figure) {
    return figure instanceof Late late ? late.text().get() : figure;
  }

  private static Class<?> type(Object figure) {
    return figure instanceof Late ? String.class : figure.getClass();
  }
}
